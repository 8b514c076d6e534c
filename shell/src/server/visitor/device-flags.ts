import type { IncomingHttpHeaders } from "node:http";
import { parse, type Parser } from "bowser";
import { isbot } from "isbot";
import type { Client } from "@site/contracts/visitor";

/** What a request says of its device, in the words of the specification (B132). */
export interface DeviceFlags {
  isMobile: boolean;
  isMobileOrTablet: boolean;
  isTablet: boolean;
  isDesktop: boolean;
  isIos: boolean;
  isAndroid: boolean;
  isWindows: boolean;
  isMacOS: boolean;
  isApple: boolean;
  isSafari: boolean;
  isFirefox: boolean;
  isEdge: boolean;
  isChrome: boolean;
  isSamsung: boolean;
  isCrawler: boolean;
}

/** Characters of a user agent that are looked at: what is longer is no browser's. */
const maxAgentLength = 512;

/**
 * Reads a device by its client hints where it sends them, else by its user agent (B132). An iPad that asks for desktop pages
 * says that it is a Mac: only the browser can tell, by its touch screen.
 */
export function readDeviceFlags(headers: IncomingHttpHeaders): DeviceFlags {
  const agent = readAgent(headers);
  const { browser, os, platform } = agent === "" ? emptyResult : parse(agent);
  const system = readHint(headers["sec-ch-ua-platform"]) ?? os.name ?? "";
  const isPhoneHint = headers["sec-ch-ua-mobile"] === "?1";
  const isIos = /^(iOS|iPadOS)$/.test(system);
  const isAndroid = system === "Android";
  const isTablet = platform.type === "tablet" && !isPhoneHint;
  const isMobile = !isTablet && (isPhoneHint || platform.type === "mobile");
  const isMacOS = system === "macOS";
  return {
    isMobile, isTablet, isMobileOrTablet: isMobile || isTablet, isDesktop: !isMobile && !isTablet,
    isIos, isAndroid, isWindows: system === "Windows", isMacOS, isApple: isIos || isMacOS,
    isSafari: browser.name === "Safari",
    isFirefox: browser.name === "Firefox",
    isEdge: browser.name === "Microsoft Edge",
    isChrome: browser.name === "Chrome" || browser.name === "Chromium",
    isSamsung: browser.name?.startsWith("Samsung") ?? false,
    isCrawler: isbot(agent),
  };
}

const emptyResult: Pick<Parser.ParsedResult, "browser" | "os" | "platform"> = { browser: {}, os: {}, platform: {} };

/**
 * The client a request's device gets (B115, B116, B118): Windows gets `windows` and any other desk `osx`, but Linux and what is
 * no desk at all the page for phones; a phone gets `ios` when it is iOS, else `android`.
 */
export function pickClient(headers: IncomingHttpHeaders): Client {
  const device = readDeviceFlags(headers);
  if (device.isIos) return "ios";
  if (device.isAndroid || device.isMobileOrTablet) return "android";
  if (device.isWindows) return "windows";
  return /Linux|X11|CrOS|Chrome OS/.test(`${readAgent(headers)} ${readHint(headers["sec-ch-ua-platform"]) ?? ""}`) && !device.isMacOS ? "mobile" : "osx";
}

function readAgent(headers: IncomingHttpHeaders): string {
  return headers["user-agent"]?.slice(0, maxAgentLength) ?? "";
}

/** A client hint is a quoted string; anything else says nothing. */
function readHint(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? /^"([A-Za-z ]{1,32})"$/.exec(value)?.[1] : undefined;
}
