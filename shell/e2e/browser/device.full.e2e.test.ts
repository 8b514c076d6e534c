import type { BrowserContextOptions } from "playwright";
import { devices } from "playwright";
import { expect, test } from "vitest";
import type { Device } from "@site/contracts/visitor/device";
import { readDeviceFlags } from "../../src/server/visitor/device-flags.ts";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { send } from "../overlays/overlay-visit.ts";
import { openLive } from "../releases/soft-visit.ts";

declare global {
  interface Window {
    /** The devices the page was said to be shown on. */
    devices: Device[];
  }
}

const { site, browser } = useSite("GGPPH");

async function open(options: BrowserContextOptions): Promise<Visit> {
  const visited = await openLive(browser().visit(options), site(), "/contact/");
  await visited.page.evaluate(() => {
    window.devices = [];
    window.addEventListener(
      "site:device:changed",
      (event) => void (event instanceof CustomEvent && window.devices.push(event.detail.device)),
    );
  });
  return visited;
}

async function nextDevice({ page }: Visit, count: number): Promise<Device | undefined> {
  await waitUntil(async () => (await page.evaluate(() => window.devices.length)) >= count, { what: "the device" });
  return (await page.evaluate(() => window.devices))[count - 1];
}

// In a sample there are a phone, two tablets of which one says that it is a computer, and a desk.
test.each(
  sampledCases(4, [
    "iPhone 15",
    "Galaxy Tab S4",
    "iPad Mini",
    "Desktop Chrome",
    "Pixel 7",
    "Desktop Firefox",
    "Desktop Edge",
    "Desktop Safari",
  ]),
)("B132 server and browser say the same of %s, in one value with the kind of screen", async (name) => {
  const { viewport, userAgent, hasTouch = false } = devices[name] ?? {};
  if (!viewport || userAgent === undefined) throw new Error(`Playwright does not know ${name}.`);
  const visited = await open({ viewport, userAgent, hasTouch });
  await send(visited.page, "device:requested", {});
  const device = await nextDevice(visited, 1);
  // What the server reads of the very request that brought the page.
  const headers = await visited.requests.find((request) => request.isNavigationRequest())?.allHeaders();
  const { width } = viewport;
  expect(device).toEqual({
    ...readDeviceFlags(headers ?? {}),
    screen: width >= 1244 ? "desktop" : width >= 768 ? "tablet" : "mobile",
  });
  expect(await visited.page.evaluate(() => document.documentElement.dataset["screen"])).toBe(device?.screen);
  expect(visited.messages).toEqual([]);
  await visited.close();
});

test("B066 B132 a page where no island asks for the device fetches nothing for it; once one does, listeners are told of a changed device after a resize, and of an unchanged one they are not", async () => {
  const visited = await open({ viewport: { width: 1440, height: 900 } });
  const { page } = visited;
  const changed = (screen: string) =>
    page.waitForFunction((to) => document.documentElement.dataset["screen"] === to, screen);
  await page.setViewportSize({ width: 700, height: 900 });
  await changed("mobile");
  await page.setViewportSize({ width: 1440, height: 900 });
  await changed("desktop");
  expect(visited.requests.filter((request) => /\/api\/device|\/device\.js/.test(request.url()))).toEqual([]);
  await send(page, "device:requested", {});
  expect(await nextDevice(visited, 1)).toMatchObject({ screen: "desktop", isDesktop: true });
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.setViewportSize({ width: 800, height: 900 });
  expect(await nextDevice(visited, 2)).toMatchObject({ screen: "tablet", isDesktop: true });
  expect(visited.requests.filter((request) => request.url().endsWith("/api/device"))).toHaveLength(1);
  await visited.close();
});
