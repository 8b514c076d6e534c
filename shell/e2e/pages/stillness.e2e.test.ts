import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSites } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";

/** Windows, and how the pages come: at once, or piece by piece over a phone's network. */
const visits = [
  { width: 390, height: 844, line: "a slow line" },
  { width: 820, height: 1180, line: "a fast line" },
  { width: 1440, height: 900, line: "a slow line" },
];

/** What tests of performance call a slow phone: bytes a second and milliseconds a round trip. */
const slowLine = { offline: false, downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

declare global {
  interface Window {
    /** What moved by itself: how much of the page, and the elements. */
    unrest: { value: number; moved: string }[];
  }
}

describeSites(({ site, visit }) => {
  test.each(visits)("nothing on any page moves by itself, from the first paint to the last picture, at $width pixels over $line", { timeout: 240_000 }, async ({ line, ...viewport }) => {
    const { page, close } = await visit({ viewport });
    await page.addInitScript(watchShifts);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    if (line === "a slow line") await session.send("Network.emulateNetworkConditions", slowLine);
    const restless: string[] = [];
    for (const path of [...(await listPages(site())).map((one) => one.path), `${site().prefix}/no-such-page/`]) {
      await page.goto(`${site().origin}${path}`);
      await readThrough(page);
      // What stands in the page has come by now; what is folded away comes when it is unfolded.
      await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
      for (const { value, moved } of await page.evaluate(() => window.unrest)) restless.push(`${path}: ${value.toFixed(4)} by ${moved}`);
    }
    expect(restless).toEqual([]);
    await close();
  });
});

/** Runs in each document before anything else. */
function watchShifts(): void {
  window.unrest = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const value: unknown = Reflect.get(entry, "value");
      const sources: unknown = Reflect.get(entry, "sources");
      if (typeof value !== "number" || Reflect.get(entry, "hadRecentInput") === true) continue;
      const nodes: unknown[] = Array.isArray(sources) ? sources.map((source: object) => Reflect.get(source, "node")) : [];
      window.unrest.push({ value, moved: nodes.map((node) => (node instanceof Element ? node.outerHTML.slice(0, 120) : "a text")).join(", ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Goes down the page a window at a time, as somebody who reads it, until every picture has come. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
}
