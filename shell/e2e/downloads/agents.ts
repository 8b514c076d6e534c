import type { BrowserContextOptions } from "playwright";
import type { System } from "@site/contracts/visitor/system";
import type { Client } from "@site/contracts/visitor/client";

/** A browser in real use: its user agent, its operating system, and the client it gets. */
export interface Agent {
  who: string;
  options: BrowserContextOptions & { userAgent: string };
  system: System;
  client: Client;
}

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

export const windows: Agent = {
  who: "Chrome on Windows",
  system: "windows",
  client: "windows",
  options: { ...desk, userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36` },
};
export const linux: Agent = {
  who: "Firefox on Linux",
  system: "linux",
  client: "mobile",
  options: { ...desk, userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0" },
};
export const iphone: Agent = {
  who: "Safari on an iPhone",
  system: "ios",
  client: "ios",
  options: {
    ...phone,
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`,
  },
};
export const android: Agent = {
  who: "Chrome on an Android phone",
  system: "android",
  client: "android",
  options: { ...phone, userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36` },
};

/** Those the tests go through, one of each kind. */
export const agents: readonly Agent[] = [
  windows,
  linux,
  iphone,
  android,
  {
    who: "Edge on Windows with a touch screen",
    system: "windows",
    client: "windows",
    options: {
      ...desk,
      hasTouch: true,
      userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
    },
  },
  {
    who: "Safari on a Mac",
    system: "osx",
    client: "osx",
    options: {
      ...desk,
      userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15`,
    },
  },
  {
    who: "Chrome on an iPhone (CriOS)",
    system: "ios",
    client: "ios",
    options: {
      ...phone,
      userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    },
  },
  {
    who: "a phone that is neither",
    system: "android",
    client: "android",
    options: { ...phone, userAgent: "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5" },
  },
];
