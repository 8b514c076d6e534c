import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSites } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";

const viewports = [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1440, height: 900 }];

declare global {
  interface Window {
    /** What moved by itself: how much of the page, and the elements. */
    unrest: { value: number; moved: string }[];
  }
}

describeSites(({ site, visit }) => {
  test.each(viewports)("nothing on any page moves by itself, from the first paint to the last picture, at $width pixels", { timeout: 240_000 }, async (viewport) => {
    const { page, close } = await visit({ viewport });
    await page.addInitScript(watchShifts);
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
