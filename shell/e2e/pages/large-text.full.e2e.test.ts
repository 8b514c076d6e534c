import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { listPages } from "../harness/site-pages.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { findTornWords } from "./torn-words.ts";
import { sampled } from "../harness/sampled.ts";
import { useSite } from "../harness/use-site.ts";

/** Pages with headings, tables and figures of each kind. */
const pagesOfTexts = [...pagesOfEachKind, "/privacy-policy/", "/withdrawal-policy/", "/streamer-mode/"];

const allWidths = [320, 640, 768, 1024, 1244, 1440];

/**
 * The widths at which a page must not be wider than the window. Breakpoints grow with the text: of these windows, those with text of 32 pixels have one layout up
 * to 1536 pixels, and those with text of 24 up to 1152. A sample has the larger text: pages of texts of each kind on a phone and at a desk, and a page of each
 * layout in the second layout too.
 */
function listWidths(path: string): readonly number[] {
  const sample = pagesOfEachKind.includes(path) ? [320, 768, 1440, 1920] : [320, 1440];
  return sampled({ all: [...allWidths, 1920], sample });
}

// 24 is the largest text that the settings of Chromium offer, 32 is twice the usual size.
describe.each(sampled({ all: [24, 32], sample: [32] }))(
  "for a visitor whose browser sets text at %d pixels in place of 16",
  (size) => {
    const { site, visit } = useSite("GGPPH", { args: [`--blink-settings=defaultFontSize=${size}`] });
    let visited: Visit;
    beforeAll(async () => {
      visited = await visit();
    });
    afterAll(() => visited?.close());

    /** Opens a page in a window of a size. */
    async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
      await visited.page.setViewportSize(viewport);
      await visited.page.goto(`${site().origin}${path}`);
      return visited.page;
    }

    // One load of each page for all of it.
    test(
      "no page is wider than the window; no button and no text of a page on a phone breaks a word in two, but at a hyphen, and no download button on the smallest phone",
      { timeout: 180_000 },
      async () => {
        const pages = await listPages(site());
        const onePerRoute = pages.filter(({ route }, index) => pages.findIndex((one) => one.route === route) === index);
        const found: string[] = [];
        const others = sampled({ all: onePerRoute, sample: [] });
        for (const path of new Set([...pagesOfTexts, ...others.map((one) => one.path)])) {
          const page = await open(path, { width: 390, height: 844 });
          const text = await page.evaluate(() =>
            Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
          );
          expect(text, `the text of ${path}`).toBeGreaterThanOrEqual(size);
          if (pagesOfEachKind.includes(path)) {
            expect(await page.locator(".button:visible").count(), path).toBeGreaterThan(0);
            for (const word of await page.evaluate(findTornWords, "a.button, button.button"))
              found.push(`${word} on a button of ${path}`);
          }
          if (pagesOfTexts.includes(path))
            for (const word of await page.evaluate(findTornWords, "main")) found.push(`${word} on ${path}`);
          for (const width of listWidths(path)) {
            await page.setViewportSize({ width, height: 900 });
            const excess = await page.evaluate(() => {
              const { scrollWidth, clientWidth } = document.documentElement;
              return scrollWidth - clientWidth;
            });
            if (excess > 0) found.push(`${path} at ${width}: ${excess} too wide`);
            if (width === 320 && path === "/download/")
              for (const word of await page.evaluate(findTornWords, "main a.button"))
                found.push(`${word} on a button of ${path} at ${width}`);
          }
        }
        expect(found).toEqual([]);
      },
    );

    test("the bar holds the whole main menu, or the button that opens it", async () => {
      const page = await open("/", { width: 320, height: 900 });
      const button = page.getByRole("button", { name: "Menu", exact: true });
      const menu = page.getByRole("navigation", { name: "Main", exact: true });
      for (const width of [320, 768, 1244, 1440, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const inButton = await button.isVisible();
        expect(await menu.isVisible(), `the bar's menu at ${width}`).toBe(!inButton);
        const shown = inButton ? button : menu;
        const isWhole = await shown.evaluate((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth;
        });
        expect(isWhole, `${inButton ? "the button" : "the menu"} at ${width} is not cut`).toBe(true);
      }
    });

    test("the open menu on the smallest phone has its entries in whole words, and all of its close button; it stays open in a window that grows to the width of a desk, where its button still is", async () => {
      const page = await open("/", { width: 320, height: 640 });
      // The brand's typeface is wider than the one that stands in for it, and may come after the menu is opened.
      await page.evaluate(() => document.fonts.load("700 1rem Archivo"));
      await page.reload();
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      const menu = page.locator("header [data-panel=menu] > :popover-open");
      // It slides in from the end of the window.
      await menu.evaluate((panel) =>
        Promise.all(panel.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      );
      const close = menu.getByRole("button", { name: "Close" });
      const end = await close.evaluate(
        (one) => one.getBoundingClientRect().right - document.documentElement.clientWidth,
      );
      expect(end).toBeLessThanOrEqual(0);
      expect(await page.evaluate(findTornWords, "header [data-panel=menu] :is(summary, a)")).toEqual([]);

      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      for (const [width, screen] of [
        [1200, "tablet"],
        [1300, "desktop"],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction((type) => document.documentElement.dataset["screen"] === type, screen);
        expect(await menu.count(), `the open menu at ${width}`).toBe(1);
      }
    });
  },
);
