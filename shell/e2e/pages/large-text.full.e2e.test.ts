import { describe, expect, test } from "vitest";
import { listPages } from "../harness/site-pages.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { findTornWords } from "./torn-words.ts";
import { sampled } from "../harness/sampled.ts";
import { useSite } from "../harness/use-site.ts";

/** Pages with headings, tables and figures of each kind. */
const pagesOfTexts = [...pagesOfEachKind, "/privacy-policy/", "/withdrawal-policy/", "/streamer-mode/"];

// 24 is the largest text that the settings of Chromium offer, 32 is twice the usual size.
describe.each([24, 32])("for a visitor whose browser sets text at %d pixels in place of 16", (size) => {
  const { site, look } = useSite("GGPPH", { args: [`--blink-settings=defaultFontSize=${size}`] });

  test("no page is wider than the window", async () => {
    const pages = await listPages(site());
    const onePerRoute = pages.filter(({ route }, index) => pages.findIndex((one) => one.route === route) === index);
    const all = onePerRoute.map(({ path }) => path);
    // In a sample the larger text is on every page, the other one on a page of each kind.
    const paths = size === 32 ? all : sampled({ all, sample: pagesOfEachKind });
    await look("/", {}, async ({ page }) => {
      const wider: string[] = [];
      for (const path of paths) {
        await page.goto(`${site().origin}${path}`);
        for (const width of [320, 640, 768, 1024, 1244, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const seen = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
            return { text, excess: scrollWidth - clientWidth };
          });
          expect(seen.text, `the text of ${path}`).toBeGreaterThanOrEqual(size);
          if (seen.excess > 0) wider.push(`${path} at ${width}: ${seen.excess}`);
        }
      }
      expect(wider).toEqual([]);
    });
  });

  test("no button on a phone breaks a word in two", async () => {
    await look("/", { viewport: { width: 390, height: 844 } }, async ({ page }) => {
      const torn: string[] = [];
      for (const path of pagesOfEachKind) {
        await page.goto(`${site().origin}${path}`);
        expect(await page.locator(".button:visible").count(), path).toBeGreaterThan(0);
        torn.push(
          ...(await page.evaluate(findTornWords, "a.button, button.button")).map((word) => `${word} on ${path}`),
        );
      }
      expect(torn).toEqual([]);
    });
  });

  test("no download button on the smallest phone breaks a word in two", async () => {
    await look("/download/", { viewport: { width: 320, height: 640 } }, async ({ page }) => {
      expect(await page.evaluate(findTornWords, "main a.button")).toEqual([]);
    });
  });

  test("no text of a page on a phone breaks a word in two, but at a hyphen", async () => {
    await look("/", { viewport: { width: 390, height: 844 } }, async ({ page }) => {
      const torn: string[] = [];
      for (const path of pagesOfTexts) {
        await page.goto(`${site().origin}${path}`);
        torn.push(...(await page.evaluate(findTornWords, "main")).map((word) => `${word} on ${path}`));
      }
      expect(torn).toEqual([]);
    });
  });

  test("the bar holds the whole main menu, or the button that opens it", async () => {
    await look("/", {}, async ({ page }) => {
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
  });

  test("the open menu on the smallest phone has its entries in whole words, and all of its close button", async () => {
    await look("/", { viewport: { width: 320, height: 640 } }, async ({ page }) => {
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
    });
  });

  test("the open menu stays open in a window that grows to the width of a desk, where its button still is", async () => {
    await look("/", { viewport: { width: 1200, height: 900 } }, async ({ page }) => {
      const openMenu = page.locator("header [data-panel=menu] > :popover-open");
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      expect(await openMenu.count()).toBe(1);
      await page.setViewportSize({ width: 1300, height: 900 });
      await page.waitForFunction(() => document.documentElement.dataset["screen"] === "desktop");
      expect(await openMenu.count()).toBe(1);
    });
  });
});
