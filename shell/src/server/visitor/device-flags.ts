import type { IncomingHttpHeaders } from "node:http";
import { parse, type Parser } from "bowser";
import type { DeviceFlags } from "@site/contracts/visitor/device";
import { pickSystem, type System } from "@site/contracts/visitor/system";
import { pickClient, type Client } from "@site/contracts/visitor/client";
import { isCrawler, readAgent } from "./user-agent.ts";

/**
 * Reads the device flags from client hints if the browser sends them, else from the user agent (B132). An iPad that requests desktop pages sends the
 * user agent of a Mac: only code in the browser can detect it, by the touch screen.
 */
export function readDeviceFlags(headers: IncomingHttpHeaders): DeviceFlags {
  const agent = readAgent(headers);
  const { browser, os, platform } = agent === "" ? emptyResult : parse(agent);
  const system = readHint(headers["sec-ch-ua-platform"]) ?? os.name ?? "";
  const isPhoneHint = headers["sec-ch-ua-mobile"] === "?1";
  const isIos = /^(iOS|iPadOS)$/.test(system);
  const isAndroid = system === "Android";
  const isTablet = platform.type === "tablet" && !isPhoneHint;
  // A crawler whose user agent names a mobile browser expects the page for phones.
  const isMobile =
    !isTablet && (isPhoneHint || platform.type === "mobile" || (platform.type === "bot" && /Mobi/.test(agent)));
  const isMacOS = system === "macOS";
  return {
    isMobile,
    isTablet,
    isMobileOrTablet: isMobile || isTablet,
    isDesktop: !isMobile && !isTablet,
    isIos,
    isAndroid,
    isWindows: system === "Windows",
    isMacOS,
    isApple: isIos || isMacOS,
    isSafari: browser.name === "Safari",
    isFirefox: browser.name === "Firefox",
    isEdge: browser.name === "Microsoft Edge",
    isChrome: browser.name === "Chrome" || browser.name === "Chromium",
    isSamsung: browser.name?.startsWith("Samsung") ?? false,
    isCrawler: isCrawler(headers),
  };
}

const emptyResult: Pick<Parser.ParsedResult, "browser" | "os" | "platform"> = { browser: {}, os: {}, platform: {} };

/**
 * The client for a request's device (B115, B116, B118), for pages without JavaScript; the browser decides with the same function. The user agent
 * decides when client hints are missing.
 */
export function pickRequestClient(headers: IncomingHttpHeaders): Client {
  const { isTablet, isMobile } = readDeviceFlags(headers);
  const system = hintedSystems.get(readHint(headers["sec-ch-ua-platform"]) ?? "") ?? pickSystem(readAgent(headers), 0);
  return pickClient(system, isTablet ? "tablet" : isMobile ? "phone" : "desktop");
}

/** Systems by their names in `Sec-CH-UA-Platform`. */
const hintedSystems: ReadonlyMap<string, System> = new Map([
  ["Windows", "windows"],
  ["macOS", "osx"],
  ["Linux", "linux"],
  ["Chrome OS", "linux"],
  ["Chromium OS", "linux"],
  ["iOS", "ios"],
  ["Android", "android"],
]);

/** The value of a client hint, which is a quoted string; undefined for any other header. */
function readHint(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? /^"([A-Za-z ]{1,32})"$/.exec(value)?.[1] : undefined;
}
