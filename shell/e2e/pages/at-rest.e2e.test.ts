import type { Page } from "playwright";
import * as v from "valibot";
import { expect, test } from "vitest";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { useSite } from "../harness/use-site.ts";

const traceSchema = v.object({ traceEvents: v.array(v.object({ name: v.string() })) });

/** Milliseconds in which frames are counted: a page that draws all the time draws 30 of them. */
const countedMs = 500;

const { site, visit } = useSite("GGPPH");

test.each([
  { width: 1440, height: 900, paths: pagesOfEachKind },
  { width: 390, height: 844, paths: ["/"] },
])(
  "a page that is left alone draws no frames, which would cost a phone its battery, at $width pixels",
  async (kind) => {
    const { paths, ...viewport } = kind;
    const { page, close } = await visit({ viewport });
    for (const path of paths) {
      await page.goto(`${site().origin}${site().prefix}${path}`);
      // What comes in with the page is over after a moment.
      await expect.poll(() => countFrames(page), { message: path, timeout: 15_000 }).toBeLessThan(3);
    }
    await close();
  },
);

test("a page that moves all the time is told from one at rest", async () => {
  const { page, close } = await visit();
  await page.goto(`${site().origin}${site().prefix}/download/`);
  await page.evaluate(() => {
    document.body.animate({ opacity: [0.5, 1] }, { duration: 500, iterations: Infinity });
  });
  await expect.poll(() => countFrames(page), { timeout: 15_000 }).toBeGreaterThan(3);
  await close();
});

/** The frames that the browser makes for a page in half a second. */
async function countFrames(page: Page): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["cc"] });
  await page.waitForTimeout(countedMs);
  const trace = await browser?.stopTracing();
  const { traceEvents } = v.parse(traceSchema, JSON.parse(String(trace)));
  return traceEvents.filter(({ name }) => name === "Scheduler::BeginImplFrame").length;
}
