import type { Page } from "playwright";
import type { Visitor } from "./browser.ts";

/**
 * A move from page to page by a click. Milliseconds, by the browser's own clocks: those of Element Timing in a document that
 * stays, those of the first contentful paint in one that comes.
 */
export interface PageMove {
  /** From the click to the end of the page's own work on the frame that shows the next page (`paintTime`). */
  painted: number;
  /** From the click to that frame on the screen (`presentationTime`): rasterising and compositing are in it. */
  presented: number;
  /** Interaction to next paint of the click, as browsers report it: in steps of 8 ms. NaN when the document was left. */
  interaction: number;
  isDocument: boolean;
}

declare global {
  interface Window {
    move: { clicked: number; painted: number; presented: number; interaction: number };
  }
}

/** Long enough for the core after the load event. */
const coreComes = 3500;
/** Milliseconds from the pointer's coming to the press: long enough for a page fetched on hover, and what people take at least. */
export const hoverMs = { long: 1500, short: 250 } as const;
type Hover = keyof typeof hoverMs;

/** Clicks a link some time after the pointer came to it, by which its page is being fetched. */
export async function clickHovered(
  open: () => Promise<Visitor>,
  { origin, path, hover }: { origin: string; path: string; hover: Hover },
): Promise<PageMove> {
  const { page, close } = await open();
  await page.goto(origin, { waitUntil: "load" });
  await page.waitForTimeout(coreComes);
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.evaluate((next) => {
    window.move = { clicked: NaN, painted: NaN, presented: NaN, interaction: NaN };
    const { move } = window;
    addEventListener("click", ({ timeStamp }) => (move.clicked = timeStamp), { capture: true, once: true });
    // What browsers know of event and element timing, the DOM library does not yet.
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "click") move.interaction = duration;
    }).observe(options);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        move.painted = Number(Reflect.get(entry, "paintTime"));
        move.presented = Number(Reflect.get(entry, "presentationTime"));
      }
    }).observe({ type: "element" });
    // The first text of the next page is what the browser is to time.
    const watch = new MutationObserver(() => {
      const text = location.pathname === next ? document.querySelector("main article p") : null;
      if (!text) return;
      text.setAttribute("elementtiming", "next page");
      watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  }, path);
  await clickLink(page, path, hover);
  await page.waitForURL(`${origin}${path}`);
  await page.waitForTimeout(1500);
  const isDocument = documents.length > 0;
  const { clicked, painted, presented, interaction } = isDocument ? lost : await page.evaluate(() => window.move);
  await close();
  // Nothing is reported for a click that took less than 16 ms.
  return {
    painted: painted - clicked,
    presented: presented - clicked,
    interaction: !isDocument && Number.isNaN(interaction) ? 16 : interaction,
    isDocument,
  };
}

const lost = { clicked: NaN, painted: NaN, presented: NaN, interaction: NaN };

/** Clicks the same link where nothing runs: the browser loads the next document. */
export async function clickDocument(open: () => Promise<Visitor>, origin: string, path: string): Promise<PageMove> {
  const { page, close } = await open();
  await page.goto(origin, { waitUntil: "load" });
  await page.waitForTimeout(coreComes);
  await page.evaluate(() => {
    addEventListener(
      "click",
      ({ timeStamp }) => sessionStorage.setItem("clicked", String(performance.timeOrigin + timeStamp)),
      { capture: true, once: true },
    );
  });
  await clickLink(page, path, "long");
  await page.waitForURL(`${origin}${path}`);
  const times = await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    const clicked = Number(sessionStorage.getItem("clicked")) - performance.timeOrigin;
    return (
      entry && [
        Number(Reflect.get(entry, "paintTime")) - clicked,
        Number(Reflect.get(entry, "presentationTime")) - clicked,
      ]
    );
  });
  const [painted = NaN, presented = NaN] = (await times.jsonValue()) ?? [];
  await close();
  return { painted, presented, interaction: NaN, isDocument: true };
}

/** Presses like a visitor does: what Playwright looks at before a click of its own would be measured with it. */
async function clickLink(page: Page, path: string, hover: Hover): Promise<void> {
  await page.locator(`footer a[href="${path}"]`).first().hover();
  await page.waitForTimeout(hoverMs[hover]);
  await page.mouse.down();
  await page.mouse.up();
}
