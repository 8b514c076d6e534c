import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";

declare global {
  interface Window {
    /** What waits for a moment in which the browser has nothing else to do; none comes by itself. */
    idle: (() => void)[];
  }
}

let site: RunningSite;
let browser: OpenBrowser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite("GGPPH"), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const live = '[data-island="navigation/header"][data-live]';

/** Opens a page whose header comes alive when it is in view, in a browser that is never idle. */
async function open(path: string): Promise<Visit> {
  const visited = await browser.visit();
  const { page } = visited;
  await page.addInitScript(() => {
    window.idle = [];
    window.requestIdleCallback = (call) => window.idle.push(() => call({ didTimeout: false, timeRemaining: () => 50 }));
  });
  await page.route(`${site.origin}${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(data-island="navigation\/header"[^>]* data-hydrate=)"interaction"/, '$1"visible"');
    await route.fulfill({ response, body });
  });
  await page.goto(`${site.origin}${path}`);
  expect(await page.locator('[data-island="navigation/header"]').getAttribute("data-hydrate")).toBe("visible");
  return visited;
}

const countWaiting = (page: Page): Promise<number> => page.evaluate(() => window.idle.length);

test("B194 an island that came into view waits for an idle moment", async () => {
  const { page, close } = await open("/house-rules/");
  await waitUntil(async () => (await countWaiting(page)) > 0, { what: "the island to wait" });
  expect(await page.locator(live).count()).toBe(0);
  await page.evaluate(() => {
    for (const call of window.idle.splice(0)) call();
  });
  await page.locator(live).waitFor({ state: "attached" });
  await close();
});

test("B194 on the privacy policy it comes alive at once", async () => {
  const { page, close } = await open("/privacy-policy/");
  await page.locator(live).waitFor({ state: "attached" });
  expect(await countWaiting(page)).toBe(0);
  await close();
});
