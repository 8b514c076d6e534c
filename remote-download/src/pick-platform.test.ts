import { describe, expect, test } from "vitest";
import { isSystem, pickPlatform, pickSystem } from "./pick-platform.ts";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";

describe("the platform of a visitor", () => {
  test("B115 Windows gives windows", () => {
    expect(pickPlatform(pickSystem("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0", 0))).toBe("windows");
  });

  test("B115 a Windows screen one can touch is still windows", () => {
    expect(pickSystem("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0", 10)).toBe("windows");
  });

  test("B115 any other desktop gives osx", () => {
    expect(pickPlatform(pickSystem(mac, 0))).toBe("osx");
    expect(pickPlatform(pickSystem("Mozilla/5.0 (Unheard Of 1.0)", 0))).toBe("osx");
  });

  test("B116 Linux gets what the mobile page offers", () => {
    const system = pickSystem("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0);
    expect(system).toBe("linux");
    expect(pickPlatform(system)).toBe("android");
  });

  test("B118 iOS gives ios, in Safari and in Chrome", () => {
    const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
    expect(pickPlatform(pickSystem(`${phone} Version/18.0 Mobile/15E148 Safari/604.1`, 5))).toBe("ios");
    expect(pickPlatform(pickSystem(`${phone} CriOS/140.0 Mobile/15E148 Safari/604.1`, 5))).toBe("ios");
  });

  test("B118 an iPad that asks for desktop pages gives ios", () => {
    expect(pickSystem(mac, 5)).toBe("ios");
  });

  test("B118 every other phone gives android", () => {
    expect(pickSystem("Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile Safari/537.36", 5)).toBe("android");
    expect(pickSystem("Mozilla/5.0 (Mobile; KAIOS/3.1) Gecko/84.0", 1)).toBe("android");
  });

  test("a document cannot name a system that does not exist", () => {
    expect(isSystem("osx")).toBe(true);
    expect(isSystem("beos")).toBe(false);
    expect(isSystem(undefined)).toBe(false);
  });
});
