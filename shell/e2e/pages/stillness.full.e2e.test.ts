import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInFull } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1440, height: 900 };

/** What tests of performance call a slow phone: bytes a second and milliseconds a round trip. */
const slowLine = { offline: false, downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

/** One page of each kind, for lines where a page takes its time. */
const kinds = [
  "/",
  "/affiliate-program/",
  "/contact/",
  "/download/",
  "/house-rules/",
  "/poker-school/",
  "/responsible-gaming/",
  "/no-such-page/",
];

declare global {
  interface Window {
    /** What moved by itself: how much of the page, and the elements. */
    unrest: { value: number; moved: string }[];
  }
}

describeSitesInFull(({ site, visit }) => {
  test.each(sampledCases(2, [phone, desk, tablet]))(
    "nothing on any page moves by itself, from the first paint to the last picture, at $width pixels",
    { timeout: 240_000 },
    async (viewport) => {
      const pages = (await listPages(site())).map(({ path }) => path);
      const all = [...pages, `${site().prefix}/no-such-page/`];
      const ofEachKind = kinds.map((path) => site().prefix + path);
      const { page, expects, close } = await visit({ viewport });
      expects("failed request", /^404 GET .*\/no-such-page\/$/);
      // A sample has every page on a phone, and one of each kind at a desk.
      const paths = sampled({ all, sample: viewport === phone ? all : ofEachKind });
      expect(await watchPages(page, paths)).toEqual([]);
      await close();
    },
  );

  test.each(sampledCases(1, [phone, desk]))(
    "nothing moves either while a page comes piece by piece over a slow line, at $width pixels",
    { timeout: 240_000 },
    async (viewport) => {
      const { page, expects, close } = await visit({ viewport });
      expects("failed request", /^404 GET .*\/no-such-page\/$/);
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", slowLine);
      expect(
        await watchPages(
          page,
          kinds.map((path) => site().prefix + path),
        ),
      ).toEqual([]);
      await close();
    },
  );

  test.each(sampledCases(2, [phone, desk, tablet]))(
    "cards have their width before the HTML of the next ones has come, at $width pixels",
    async (viewport) => {
      const { page, close } = await visit({ viewport });
      let count = 0;
      for (const path of kinds.filter((one) => one !== "/no-such-page/")) {
        await page.goto(`${site().origin}${site().prefix}${path}`);
        const widths = await page.evaluate(measureCards);
        count += widths.length;
        for (const { grid, all, first } of widths) expect({ path, grid, first }).toEqual({ path, grid, first: all });
      }
      expect(count).toBeGreaterThan(2);
      await close();
    },
  );

  /** Reads through each page, and gives what moved. */
  async function watchPages(page: Page, paths: readonly string[]): Promise<string[]> {
    await page.addInitScript(watchShifts);
    const restless: string[] = [];
    for (const path of paths) {
      await page.goto(`${site().origin}${path}`);
      await readThrough(page);
      // What stands in the page has come by now; what is folded away comes when it is unfolded.
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete || !image.checkVisibility()),
      );
      for (const { value, moved } of await page.evaluate(() => window.unrest))
        restless.push(`${path}: ${value.toFixed(4)} by ${moved}`);
    }
    return restless;
  }
});

/** Runs in each document before anything else. */
function watchShifts(): void {
  window.unrest = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const value: unknown = Reflect.get(entry, "value");
      const sources: unknown = Reflect.get(entry, "sources");
      if (typeof value !== "number" || Reflect.get(entry, "hadRecentInput") === true) continue;
      const nodes: unknown[] = Array.isArray(sources)
        ? sources.map((source: object) => Reflect.get(source, "node"))
        : [];
      window.unrest.push({
        value,
        moved: nodes.map((node) => (node instanceof Element ? node.outerHTML.slice(0, 120) : "a text")).join(", "),
      });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page: the width of the first card of each grid of cards, with the others and as long as it is alone. */
function measureCards(): { grid: string; all: number; first: number }[] {
  const grids = new Set(
    [...document.querySelectorAll("main .card")].flatMap(({ parentElement }) => parentElement ?? []),
  );
  return [...grids].flatMap((grid) => {
    const cards = [...grid.children].filter((one) => one.checkVisibility());
    const [card, ...others] = cards;
    if (!card || getComputedStyle(grid).display !== "grid" || !cards.every((one) => one.matches(".card"))) return [];
    const all = Math.round(card.getBoundingClientRect().width);
    for (const other of others) other.remove();
    const first = Math.round(card.getBoundingClientRect().width);
    grid.append(...others);
    return { grid: grid.outerHTML.slice(0, 120), all, first };
  });
}

/** Goes down the page a window at a time, until every picture has come. */
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
