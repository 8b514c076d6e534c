import type { Page } from "playwright";
import type { Visitor } from "./browser.ts";

/** A move from page to page by a click. Milliseconds. */
export interface PageMove {
  /** From the click to the frame that shows the next page. */
  painted: number;
  /** Interaction to next paint of the click, as browsers report it: in steps of 8 ms. NaN when the document was left. */
  interaction: number;
  isDocument: boolean;
}

declare global {
  interface Window {
    move: { clicked: number; painted: number; interaction: number };
  }
}

/** Long enough for the core after the load event, and for a page fetched on hover. */
const coreComes = 3500;
const prefetched = 1500;

/** Clicks a link whose page has been fetched on hover. */
export async function clickPrefetched(open: () => Promise<Visitor>, origin: string, path: string): Promise<PageMove> {
  const { page, close } = await open();
  await page.goto(origin, { waitUntil: "load" });
  await page.waitForTimeout(coreComes);
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.evaluate((next) => {
    window.move = { clicked: NaN, painted: NaN, interaction: NaN };
    const { move } = window;
    addEventListener("click", ({ timeStamp }) => (move.clicked = timeStamp), { capture: true, once: true });
    // What browsers know of event timing, the DOM library does not yet.
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "click") move.interaction = duration;
    }).observe(options);
    const before = document.title;
    const look = (): void => {
      if (location.pathname === next && document.title !== before) requestAnimationFrame(() => setTimeout(() => (move.painted = performance.now())));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, path);
  await clickLink(page, path);
  await page.waitForURL(`${origin}${path}`);
  await page.waitForTimeout(1500);
  const isDocument = documents.length > 0;
  const move = isDocument ? undefined : await page.evaluate(() => window.move);
  const painted = move ? move.painted - move.clicked : NaN;
  // Nothing is reported for a click that took less than 16 ms.
  const interaction = move && Number.isNaN(move.interaction) ? 16 : (move?.interaction ?? NaN);
  await close();
  return { painted, interaction, isDocument };
}

/** Clicks the same link where nothing runs: the browser loads the next document. */
export async function clickDocument(open: () => Promise<Visitor>, origin: string, path: string): Promise<PageMove> {
  const { page, close } = await open();
  await page.goto(origin, { waitUntil: "load" });
  await page.waitForTimeout(coreComes);
  await page.evaluate(() => {
    addEventListener("click", ({ timeStamp }) => sessionStorage.setItem("clicked", String(performance.timeOrigin + timeStamp)), { capture: true, once: true });
  });
  await clickLink(page, path);
  await page.waitForURL(`${origin}${path}`);
  const painted = await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    return entry && performance.timeOrigin + entry.startTime - Number(sessionStorage.getItem("clicked"));
  });
  const move = { painted: Number(await painted.jsonValue()), interaction: NaN, isDocument: true };
  await close();
  return move;
}

async function clickLink(page: Page, path: string): Promise<void> {
  const link = page.locator(`footer a[href="${path}"]`).first();
  await link.hover();
  await page.waitForTimeout(prefetched);
  await link.click();
}
