import { describe, expect, test } from "vitest";
import { type DeviceKind, deviceKinds, isSystem, pickSystem, type System, systems } from "./system.ts";
import { pickClient, type Client } from "./client.ts";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";

describe("the system of a browser", () => {
  test.each<[system: System, behaviour: string, who: string, agent: string, touchPoints: number]>([
    ["windows", "B115", "Chrome on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 0],
    [
      "windows",
      "B115",
      "Edge on a Windows screen one can touch",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
      10,
    ],
    [
      "osx",
      "B115",
      "Safari on a Mac",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
      0,
    ],
    [
      "osx",
      "B115",
      "a Mac that tells of one touch point",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
      1,
    ],
    ["osx", "B115", "an unknown desktop", "Mozilla/5.0 (Unheard Of 1.0)", 0],
    ["linux", "B116", "Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0],
    [
      "linux",
      "B116",
      "Chrome on a Chromebook with a touch screen",
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
      10,
    ],
    [
      "ios",
      "B118",
      "Safari on an iPhone",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      5,
    ],
    [
      "ios",
      "B118",
      "an iPhone by its user agent alone",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      0,
    ],
    [
      "ios",
      "B118",
      "Chrome on an iPhone (CriOS)",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
      5,
    ],
    [
      "ios",
      "B118",
      "an iPad that asks for desktop pages",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
      5,
    ],
    [
      "android",
      "B118",
      "Chrome on an Android phone",
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`,
      5,
    ],
    [
      "android",
      "B118",
      "Samsung's browser on a tablet",
      `Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36`,
      5,
    ],
    [
      "android",
      "B118",
      "a phone that is neither",
      "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
      0,
    ],
    [
      "android",
      "B118",
      "a Windows phone",
      "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 Chrome/52.0 Mobile Safari/537.36 Edge/15.15063",
      5,
    ],
  ])("is %s (%s) for %s", (system, _behaviour, _who, agent, touchPoints) => {
    expect(pickSystem(agent, touchPoints)).toBe(system);
  });

  test("is never an unknown value of a document", () => {
    expect(isSystem("osx")).toBe(true);
    expect(isSystem("beos")).toBe(false);
    expect(isSystem("")).toBe(false);
    expect(isSystem(undefined)).toBe(false);
  });
});

describe("B113 the client a system gets on a device", () => {
  const table: Record<System, Record<DeviceKind, Client>> = {
    windows: { desktop: "windows", tablet: "windows", phone: "android" },
    osx: { desktop: "osx", tablet: "ios", phone: "ios" },
    linux: { desktop: "mobile", tablet: "android", phone: "android" },
    ios: { desktop: "ios", tablet: "ios", phone: "ios" },
    android: { desktop: "android", tablet: "android", phone: "android" },
  };
  const rows = systems.flatMap((system) =>
    deviceKinds.map((device) => [system, device, table[system][device]] as const),
  );

  test.each(rows)("B115 B116 B118 %s on a %s: %s", (system, device, client) => {
    expect(pickClient(system, device)).toBe(client);
  });
});
