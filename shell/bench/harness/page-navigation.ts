import type { Visitor } from "./browser.ts";

/**
 * A navigation from page to page by a click. Milliseconds, by the browser's own clocks: Element Timing for a soft navigation, the first contentful
 * paint for a document load.
 */
export interface PageNavigation {
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
    clickTimes: { clicked: number; painted: number; presented: number; interaction: number };
  }
}

/** Milliseconds within which the core loads after the load event. */
const coreComes = 3500;

/**
 * The ways to follow a link. `hoverMs` is from the pointer's arrival to the press: 1500 is enough for a prefetch, 250 is the fastest that people are.
 * A finger does not hover, and presses for 100 ms.
 */
export const ways = { hovered: { hoverMs: 1500 }, hurried: { hoverMs: 250 }, tapped: { downMs: 100 } } as const;
type Way = keyof typeof ways;

/** Follows a link as a soft navigation, in a page that was loaded some time ago. */
export async function followLink(
  open: () => Promise<Visitor>,
  { origin, path, way }: { origin: string; path: string; way: Way },
): Promise<PageNavigation> {
  const visitor = await openLongAgo(open, origin);
  const { page, close } = visitor;
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.evaluate((next) => {
    window.clickTimes = { clicked: NaN, painted: NaN, presented: NaN, interaction: NaN };
    const { clickTimes } = window;
    addEventListener("click", ({ timeStamp }) => (clickTimes.clicked = timeStamp), { capture: true, once: true });
    // The DOM types lack these options of event and element timing.
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "click") clickTimes.interaction = duration;
    }).observe(options);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        clickTimes.painted = Number(Reflect.get(entry, "paintTime"));
        clickTimes.presented = Number(Reflect.get(entry, "presentationTime"));
      }
    }).observe({ type: "element" });
    // The first text of the next page is the element that the browser times.
    const watch = new MutationObserver(() => {
      const text = location.pathname === next ? document.querySelector("main article p") : null;
      if (!text) return;
      text.setAttribute("elementtiming", "next page");
      watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  }, path);
  await press(visitor, path, way);
  await page.waitForURL(`${origin}${path}`);
  await page.waitForTimeout(1500);
  const isDocument = documents.length > 0;
  const { clicked, painted, presented, interaction } = isDocument ? lost : await page.evaluate(() => window.clickTimes);
  await close();
  // Browsers do not report a click that took less than 16 ms.
  return {
    painted: painted - clicked,
    presented: presented - clicked,
    interaction: !isDocument && Number.isNaN(interaction) ? 16 : interaction,
    isDocument,
  };
}

const lost = { clicked: NaN, painted: NaN, presented: NaN, interaction: NaN };

/** Follows the same link without scripts: the browser loads the next document. */
export async function loadDocument(
  open: () => Promise<Visitor>,
  { origin, path, way }: { origin: string; path: string; way: Way },
): Promise<PageNavigation> {
  const visitor = await openLongAgo(open, origin);
  const { page, close } = visitor;
  await page.evaluate(() => {
    addEventListener(
      "click",
      ({ timeStamp }) => sessionStorage.setItem("clicked", String(performance.timeOrigin + timeStamp)),
      { capture: true, once: true },
    );
  });
  await press(visitor, path, way);
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

/** A visitor whose page was loaded some time ago. */
async function openLongAgo(open: () => Promise<Visitor>, origin: string): Promise<Visitor> {
  const visitor = await open();
  await visitor.page.goto(origin, { waitUntil: "load" });
  await visitor.page.waitForTimeout(coreComes);
  return visitor;
}

/** Presses with raw input events: the checks of Playwright's own click would be part of the measurement. */
async function press({ page, cdp }: Visitor, path: string, way: Way): Promise<void> {
  const link = page.locator(`footer a[href="${path}"]`).first();
  const how = ways[way];
  if ("hoverMs" in how) {
    await link.hover();
    await page.waitForTimeout(how.hoverMs);
    await page.mouse.down();
    await page.mouse.up();
    return;
  }
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(ways.hurried.hoverMs);
  const box = await link.boundingBox();
  if (!box) throw new Error(`There is no link to ${path}.`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(how.downMs);
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
