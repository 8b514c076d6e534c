import type { Page } from "playwright";
import * as v from "valibot";
import { expect, test } from "vitest";
import { chatPage } from "../chat/describe-chats.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { sampled } from "../harness/sampled.ts";
import { useSite } from "../harness/use-site.ts";

const traceSchema = v.object({
  traceEvents: v.array(v.object({ name: v.string(), pid: v.number() })),
});

/** Milliseconds in which frames are counted: a page that draws all the time draws 30 of them. */
const countedMs = 500;

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** In a sample, a page of each layout, the one with the help chat, and the one that is moved. */
const atDesk = sampled({ all: pagesOfEachKind, sample: ["/", "/contact/", "/download/", chatPage, "/ggteam/"] });
const windows = [...atDesk.map((path) => ({ path, viewport: desk })), { path: "/", viewport: phone }];

const { site, visit } = useSite("GGPPH");

// The pages lie open side by side, so one trace of the browser counts the frames of all.
test("a page that is left alone draws no frames, which would cost a phone its battery, and one that moves all the time is told from those at rest", async () => {
  const { page: first, close } = await visit();
  const pages = new Map(
    await Promise.all(
      windows.map(async ({ path, viewport }) => {
        // Only the first page of a visit has answers of the chat's queue.
        const page = path === chatPage ? first : await first.context().newPage();
        await page.setViewportSize(viewport);
        await page.goto(`${site().origin}${site().prefix}${path}`);
        return [`${path} at ${viewport.width}`, page] as const;
      }),
    ),
  );
  // What comes in with the page is over after a moment.
  await expect.poll(() => listMoving(pages), { message: "pages that move", timeout: 15_000 }).toEqual([]);

  await pages.get("/download/ at 1440")?.evaluate(() => {
    document.body.animate({ opacity: [0.5, 1] }, { duration: 500, iterations: Infinity });
  });
  await expect
    .poll(() => listMoving(pages), { message: "the page that moves all the time", timeout: 15_000 })
    .toEqual([expect.stringContaining("/download/ at 1440")]);
  await close();
});

/** The pages of one browser for which it makes three frames or more in half a second. Pages in one process are named together. */
async function listMoving(pages: ReadonlyMap<string, Page>): Promise<string[]> {
  const [first] = pages.values();
  const browser = first?.context().browser();
  await browser?.startTracing(first, { categories: ["cc", "blink.user_timing"] });
  // Each page says its name, which is how its process is known.
  for (const [name, page] of pages) await page.evaluate((mark) => void performance.mark(mark), name);
  await first?.waitForTimeout(countedMs);
  const trace = await browser?.stopTracing();
  const { traceEvents } = v.parse(traceSchema, JSON.parse(String(trace)));
  const counts = Map.groupBy(traceEvents, ({ pid }) => pid);
  const named = new Set<string>();
  const moving: string[] = [];
  for (const events of counts.values()) {
    const names = [...new Set(events.map(({ name }) => name).filter((name) => pages.has(name)))];
    for (const name of names) named.add(name);
    const frames = events.filter(({ name }) => name === "Scheduler::BeginImplFrame").length;
    if (frames >= 3) moving.push(names.join(", ") || "a process without a page");
  }
  expect([...named].toSorted(), "pages in the trace").toEqual([...pages.keys()].toSorted());
  return moving;
}
