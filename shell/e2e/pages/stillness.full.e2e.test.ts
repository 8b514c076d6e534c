import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInFull } from "../harness/describe-sites.ts";
import { listPages, type SitePage } from "../harness/site-pages.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desk = { width: 1440, height: 900 };

/** What tests of performance call a slow phone: bytes a second and milliseconds a round trip. */
const slowLine = { offline: false, downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

/** A line as fast as this machine, as the browser's protocol says it. */
const fastLine = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: 0 };

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

/** In a sample these are read on a slow line: one with cards, one whose island hydrates when it is loaded, and the error page. */
const slowKinds = ["/", "/download/", "/poker-school/", "/no-such-page/"];

/** Policies have one template, of which one is among the kinds, and so have ambassadors. */
const isOfOneTemplate = ({ route }: SitePage): boolean =>
  route.parameter !== undefined || /-policy\/$|^\/terms-conditions\/$/.test(route.path);

/** The paths of pages that are read on a slow line, and on a fast one. */
interface Readings {
  slow: readonly string[];
  fast: readonly string[];
}

declare global {
  interface Window {
    /** What moved by itself: how much of the page, and the elements. */
    unrest: { value: number; moved: string }[];
  }
}

describeSitesInFull(({ site, visit }) => {
  // The windows lie open side by side: while one waits for its slow line, another is read.
  test(
    "nothing on any page moves by itself, from the first paint to the last picture, also while it comes piece by piece over a slow line; cards have their width before the HTML of the next ones has come, in each window",
    { timeout: 480_000 },
    async () => {
      await Promise.all(sampledCases(2, [phone, desk, tablet]).map(expectStill));
    },
  );

  async function expectStill(viewport: typeof phone): Promise<void> {
    const { slow, fast } = await listReadings(viewport);
    const { page, expects, close } = await visit({ viewport });
    if ([...slow, ...fast].includes("/no-such-page/")) expects("failed request", /^404 GET .*\/no-such-page\/$/);
    await page.addInitScript(watchShifts);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let cards = 0;
    // The slow line first: what pages share is in the browser's cache afterwards.
    for (const [line, paths] of [[slowLine, slow] as const, [fastLine, fast] as const]) {
      await session.send("Network.emulateNetworkConditions", line);
      for (const path of paths) {
        const where = `${path} on a ${line === slowLine ? "slow" : "fast"} line, ${viewport.width} pixels wide`;
        await page.goto(`${site().origin}${site().prefix}${path}`);
        expect(await listUnrest(page), where).toEqual([]);
        const widths = await page.evaluate(measureCards);
        cards += widths.length;
        for (const { grid, all, first } of widths) expect({ where, grid, first }).toEqual({ where, grid, first: all });
      }
    }
    expect(cards, `cards in a window ${viewport.width} pixels wide`).toBeGreaterThan(2);
    await close();
  }

  /**
   * On everything, every page in each window, and one of each kind on a slow line too. In a sample half of the kinds are read on a slow line on a phone, home and
   * the others on a fast one at a desk, and the other pages on a fast line on a phone, of each template one.
   */
  async function listReadings(viewport: typeof phone): Promise<Readings> {
    const pages = await listPages(site());
    const toPath = ({ path }: SitePage): string => path.slice(site().prefix.length);
    const [ambassador] = pages.filter(({ route }) => route.parameter !== undefined);
    const others = pages.filter((one) => one === ambassador || !isOfOneTemplate(one)).map(toPath);
    return sampled({
      all: { slow: viewport === tablet ? [] : kinds, fast: [...pages.map(toPath), "/no-such-page/"] },
      sample:
        viewport === phone
          ? { slow: slowKinds, fast: others.filter((path) => !kinds.includes(path)) }
          : { slow: [], fast: kinds.filter((path) => path === "/" || !slowKinds.includes(path)) },
    });
  }
});

/** Reads through the page that is open, and gives what moved by itself. */
async function listUnrest(page: Page): Promise<string[]> {
  await readThrough(page);
  // What stands in the page has come by now; what is folded away comes when it is unfolded.
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
  return page.evaluate(() => window.unrest.map(({ value, moved }) => `${value.toFixed(4)} by ${moved}`));
}

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
