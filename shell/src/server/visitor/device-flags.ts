import type { IncomingHttpHeaders } from "node:http";
import { parse, type Parser } from "bowser";
import { isbot } from "isbot";
import type { DeviceFlags } from "@site/contracts/visitor/device";
import { pickSystem, type System } from "@site/contracts/visitor/system";
import { pickClient, type Client } from "@site/contracts/visitor/client";

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
  // What a crawler says it looks through is the device it wants the answer for.
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
    isCrawler: isbot(agent),
  };
}

const emptyResult: Pick<Parser.ParsedResult, "browser" | "os" | "platform"> = { browser: {}, os: {}, platform: {} };

/**
 * The client a request's device gets (B115, B116, B118): for whoever has no script that knows, and decided by the same
 * function. What its client hints do not say, its user agent does.
 */
export function pickRequestClient(headers: IncomingHttpHeaders): Client {
  const { isTablet, isMobile } = readDeviceFlags(headers);
  const system = hintedSystems.get(readHint(headers["sec-ch-ua-platform"]) ?? "") ?? pickSystem(readAgent(headers), 0);
  return pickClient(system, isTablet ? "tablet" : isMobile ? "phone" : "desktop");
}

/** What `Sec-CH-UA-Platform` calls the systems we tell apart. */
const hintedSystems: ReadonlyMap<string, System> = new Map([
  ["Windows", "windows"],
  ["macOS", "osx"],
  ["Linux", "linux"],
  ["Chrome OS", "linux"],
  ["Chromium OS", "linux"],
  ["iOS", "ios"],
  ["Android", "android"],
]);

function readAgent(headers: IncomingHttpHeaders): string {
  return headers["user-agent"]?.slice(0, maxAgentLength) ?? "";
}

/** A client hint is a quoted string; anything else says nothing. */
function readHint(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? /^"([A-Za-z ]{1,32})"$/.exec(value)?.[1] : undefined;
}
