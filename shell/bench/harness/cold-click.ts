import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright";
import { visit } from "./browser.ts";

/** Milliseconds from a click to its first visible response, and to its whole effect; NaN for a floor without the effect. */
export interface ColdClick {
  acknowledged: number;
  done: number;
}

/** Opens the certificate on home directly after the page has loaded, before any script of ours. */
export async function openColdCertificate(browser: Browser, origin: string): Promise<ColdClick> {
  const { page, close } = await visit(browser, "desk");
  await page.goto(origin, { waitUntil: "load" });
  const found = await page.evaluate(
    () =>
      new Promise<ColdClick>((resolve) => {
        const button = document.querySelector<HTMLElement>("button[aria-haspopup=dialog]");
        const island = button?.closest("[data-island]");
        const hasCore = document.querySelector("script") !== null;
        const started = performance.now();
        let acknowledged = NaN;
        button?.click();
        const look = (): void => {
          const now = performance.now();
          if (Number.isNaN(acknowledged) && document.querySelector("dialog:is([open], :popover-open)"))
            acknowledged = now - started;
          const isLive = island?.hasAttribute("data-live") === true;
          if (now - started > 15_000 || (!Number.isNaN(acknowledged) && (isLive || !hasCore)))
            return resolve({ acknowledged, done: isLive ? now - started : NaN });
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  await close();
  return found;
}

/** Clicks the header's download on home directly after the page has loaded, until the browser requests the installer. */
export async function startColdDownload(browser: Browser, origin: string): Promise<ColdClick> {
  const { page, close } = await visit(browser, "desk");
  const asked = Promise.withResolvers<number>();
  // A response without content does not leave the page, like a download.
  await page.route("**/download/installer/*", (route) => {
    asked.resolve(Date.now());
    return route.fulfill({ status: 204 });
  });
  await page.goto(origin, { waitUntil: "load" });
  const hasScripts = await page.evaluate(() => document.querySelector("script") !== null);
  const link = page.locator('[data-slot="download/button"][data-variant="header"] a:visible');
  const started = await link.evaluate((element: HTMLElement) => {
    element.click();
    return Date.now();
  });
  await page.waitForURL("**/download/**");
  const painted = await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    return entry && performance.timeOrigin + entry.startTime;
  });
  const done = hasScripts ? (await Promise.race([asked.promise, sleep(15_000, NaN, { ref: false })])) - started : NaN;
  const acknowledged = Number(await painted.jsonValue()) - started;
  await close();
  return { acknowledged, done };
}
