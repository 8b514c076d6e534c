import { type Device, deviceFlagNames, type DeviceFlags, toDevice } from "@site/contracts/visitor/device";
import { describe, expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app } = useFixtureApp({ releases: false });

async function ask(headers: Record<string, string>): Promise<DeviceFlags> {
  const response = await app().server.inject({ url: "/api/device", headers });
  expect(response.headers).toMatchObject({
    "cache-control": "private, no-store",
    vary: "User-Agent, Sec-CH-UA-Platform, Sec-CH-UA-Mobile",
  });
  return response.json();
}

const listTrue = (flags: DeviceFlags): string[] => deviceFlagNames.filter((name) => flags[name]);
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("B132 a device is", () => {
  test.each<[string, string, string[]]>([
    [
      "an iPhone",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      ["isMobile", "isMobileOrTablet", "isIos", "isApple", "isSafari"],
    ],
    [
      "Chrome on an iPhone",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
      ["isMobile", "isMobileOrTablet", "isIos", "isApple", "isChrome"],
    ],
    [
      "an iPad",
      `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${webkit} Version/16.0 Mobile/15E148 Safari/604.1`,
      ["isMobileOrTablet", "isTablet", "isIos", "isApple", "isSafari"],
    ],
    [
      "an Android phone",
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`,
      ["isMobile", "isMobileOrTablet", "isAndroid", "isChrome"],
    ],
    [
      "a Samsung phone",
      `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${blink} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      ["isMobile", "isMobileOrTablet", "isAndroid", "isSamsung"],
    ],
    [
      "an Android tablet",
      `Mozilla/5.0 (Linux; Android 14; SM-X900) ${blink} Chrome/140.0.0.0 Safari/537.36`,
      ["isMobileOrTablet", "isTablet", "isAndroid", "isChrome"],
    ],
    [
      "Chrome on Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36`,
      ["isDesktop", "isWindows", "isChrome"],
    ],
    [
      "Edge on Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      ["isDesktop", "isWindows", "isEdge"],
    ],
    [
      "Firefox on Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
      ["isDesktop", "isWindows", "isFirefox"],
    ],
    [
      "Safari on a Mac",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
      ["isDesktop", "isMacOS", "isApple", "isSafari"],
    ],
    ["Linux", `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/140.0.0.0 Safari/537.36`, ["isDesktop", "isChrome"]],
    ["nothing that says what it is", "", ["isDesktop"]],
  ])("%s", async (_what, agent, expected) => {
    expect(listTrue(await ask({ "user-agent": agent }))).toEqual(expected);
  });

  test("a crawler", async () => {
    expect(
      await ask({ "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }),
    ).toMatchObject({ isCrawler: true });
  });
});

describe("B061 B062 B063 B132 a device with its window is one value", () => {
  test("an iPad that calls itself a Mac is known by its touch screen", async () => {
    const flags = await ask({
      "user-agent": `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
    });
    const device: Device = toDevice(flags, { width: 1024, touchPoints: 5 });
    expect(device).toMatchObject({ screen: "tablet" });
    expect(listTrue(device)).toEqual(["isMobileOrTablet", "isTablet", "isIos", "isApple", "isSafari"]);
    expect(toDevice(flags, { width: 1244, touchPoints: 0 })).toEqual({ ...flags, screen: "desktop" });
  });
});
