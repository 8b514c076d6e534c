import type { DeviceFlags } from "@site/contracts/visitor/device";
import { pickSystem } from "@site/contracts/visitor/system";
import type { Client } from "@site/contracts/visitor/client";
import { describe, expect, test } from "vitest";
import { pickRequestClient, readDeviceFlags } from "./device-flags.ts";

type Flag = keyof DeviceFlags;

/** Flags that every phone, tablet or desktop has; the rows below add those of system and browser. */
const phone: Flag[] = ["isMobile", "isMobileOrTablet"];
const tablet: Flag[] = ["isTablet", "isMobileOrTablet"];
const desktop: Flag[] = ["isDesktop"];
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)";

/** Browsers: user agent, the client they get, and the flags that are true. */
const browsers: readonly [who: string, agent: string, client: Client, flags: Flag[]][] = [
  ["Chrome on Windows", `${windows} ${chrome} Safari/537.36`, "windows", [...desktop, "isWindows", "isChrome"]],
  [
    "Edge on Windows",
    `${windows} ${chrome} Safari/537.36 Edg/140.0.0.0`,
    "windows",
    [...desktop, "isWindows", "isEdge"],
  ],
  [
    "Firefox on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
    "windows",
    [...desktop, "isWindows", "isFirefox"],
  ],
  [
    "a browser of another name on Windows",
    `${windows} ${chrome} Safari/537.36 OPR/124.0.0.0`,
    "windows",
    [...desktop, "isWindows"],
  ],
  [
    "Safari on a Mac",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15`,
    "osx",
    [...desktop, "isMacOS", "isApple", "isSafari"],
  ],
  [
    "Chrome on a Mac",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`,
    "osx",
    [...desktop, "isMacOS", "isApple", "isChrome"],
  ],
  [
    "Firefox on Linux",
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    "mobile",
    [...desktop, "isFirefox"],
  ],
  [
    "Chromium on Linux",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/140.0.0.0 Safari/537.36",
    "mobile",
    [...desktop, "isChrome"],
  ],
  [
    "Chrome on a Chromebook",
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
    "mobile",
    [...desktop, "isChrome"],
  ],
  [
    "Safari on an iPhone",
    `${iphone} ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`,
    "ios",
    [...phone, "isIos", "isApple", "isSafari"],
  ],
  [
    "Chrome on an iPhone (CriOS)",
    `${iphone} ${webkit} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    "ios",
    [...phone, "isIos", "isApple", "isChrome"],
  ],
  [
    "Firefox on an iPhone",
    `${iphone} ${webkit} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
    "ios",
    [...phone, "isIos", "isApple", "isFirefox"],
  ],
  [
    "Safari on an iPad",
    `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${webkit} Version/16.6 Mobile/15E148 Safari/604.1`,
    "ios",
    [...tablet, "isIos", "isApple", "isSafari"],
  ],
  [
    "Chrome on an Android phone",
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
    "android",
    [...phone, "isAndroid", "isChrome"],
  ],
  [
    "Chrome on an Android tablet",
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`,
    "android",
    [...tablet, "isAndroid", "isChrome"],
  ],
  [
    "Samsung's browser",
    "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "android",
    [...phone, "isAndroid", "isSamsung"],
  ],
  [
    "a phone that is neither iOS nor Android",
    "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
    "android",
    [...phone, "isFirefox"],
  ],
  [
    "a crawler that looks through a phone",
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${chrome} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    "android",
    [...phone, "isAndroid", "isCrawler"],
  ],
  ["a program", "curl/8.5.0", "osx", [...desktop, "isCrawler"]],
  ["no user agent", "", "osx", desktop],
];

const listTrue = (flags: DeviceFlags): string[] =>
  Object.entries(flags)
    .flatMap(([flag, isTrue]) => (isTrue ? [flag] : []))
    .toSorted();

describe("B132 the flags of a device", () => {
  test.each(browsers)("are right for %s", (_who, agent, _client, flags) => {
    expect(listTrue(readDeviceFlags({ "user-agent": agent }))).toEqual(flags.toSorted());
  });

  test("are the fifteen of the specification, each true or false", () => {
    const flags = readDeviceFlags({});
    expect(Object.keys(flags).toSorted()).toEqual([
      "isAndroid",
      "isApple",
      "isChrome",
      "isCrawler",
      "isDesktop",
      "isEdge",
      "isFirefox",
      "isIos",
      "isMacOS",
      "isMobile",
      "isMobileOrTablet",
      "isSafari",
      "isSamsung",
      "isTablet",
      "isWindows",
    ]);
    expect(new Set(Object.values(flags).map((flag) => typeof flag))).toEqual(new Set(["boolean"]));
  });

  test("follow client hints before the user agent", () => {
    const frozen = `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`;
    const hints = { "user-agent": frozen, "sec-ch-ua-platform": '"Android"', "sec-ch-ua-mobile": "?1" };
    expect(listTrue(readDeviceFlags(hints))).toEqual(["isAndroid", "isChrome", "isMobile", "isMobileOrTablet"]);
    expect(pickRequestClient(hints)).toBe("android");
  });

  test.each([
    "Windows",
    '"',
    '""',
    '"constructor"',
    '"__proto__"',
    '"Win\u0000dows"',
    `"${"W".repeat(5000)}"`,
    '"Windows", "macOS"',
    '"Unknown"',
  ])("ignore the client hint %j", (hint) => {
    const headers = {
      "user-agent": `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15`,
      "sec-ch-ua-platform": hint,
    };
    expect(pickRequestClient(headers)).toBe("osx");
  });

  test("name no system that only begins or ends as iOS does", () => {
    for (const hint of ['"xiOS"', '"iOSx"', '"iPadOSx"'])
      expect(readDeviceFlags({ "user-agent": "", "sec-ch-ua-platform": hint }).isIos).toBe(false);
    for (const hint of ['"iOS"', '"iPadOS"'])
      expect(readDeviceFlags({ "user-agent": "", "sec-ch-ua-platform": hint }).isIos).toBe(true);
  });

  test("of a crawler are those of a desktop unless its user agent names a mobile browser", () => {
    expect(
      listTrue(
        readDeviceFlags({ "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }),
      ),
    ).toEqual(["isCrawler", "isDesktop"]);
  });

  test("read only the start of a user agent of 15 KB", () => {
    expect(readDeviceFlags({ "user-agent": `Mozilla/5.0 (${"Windows; ".repeat(1700)})` })).toMatchObject({
      isDesktop: true,
    });
  });
});

describe("the client the server picks by the request", () => {
  test.each(browsers)("B115 B116 B118 is right for %s", (_who, agent, client) => {
    expect(pickRequestClient({ "user-agent": agent })).toBe(client);
  });

  test.each([
    ["Windows", "windows"],
    ["macOS", "osx"],
    ["Linux", "mobile"],
    ["Chrome OS", "mobile"],
    ["Chromium OS", "mobile"],
    ["iOS", "ios"],
    ["Android", "android"],
  ])("B115 B116 B118 is by the client hint %s the client %s, against the user agent", (hint, client) => {
    const [agent] = client === "osx" ? [windows] : ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"];
    expect(pickRequestClient({ "user-agent": `${agent} ${chrome}`, "sec-ch-ua-platform": `"${hint}"` })).toBe(client);
  });

  test("B115 is Windows for a tablet that names Windows in its client hint", () => {
    const agent = `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`;
    expect(pickRequestClient({ "user-agent": agent, "sec-ch-ua-platform": '"Windows"' })).toBe("windows");
  });

  test.each(['x"Windows"', '"Windows"x'])("ignores %j, which is more than one quoted string", (hint) => {
    const agent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
    expect(pickRequestClient({ "user-agent": agent, "sec-ch-ua-platform": hint })).toBe("osx");
  });

  test("reads no more of a user agent than its first 512 characters", () => {
    const late = `${"x".repeat(512)} (Windows NT 10.0) Windows`;
    expect(pickRequestClient({ "user-agent": late })).toBe("osx");
    expect(readDeviceFlags({ "user-agent": late }).isWindows).toBe(false);
  });

  test.each(browsers)("is the one that script picks for %s", (_who, agent, client) => {
    const system = pickSystem(agent, 0);
    expect(system === "linux" ? "mobile" : system).toBe(client);
  });
});
