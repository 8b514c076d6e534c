import { describe, expect, test } from "vitest";
import { listPages } from "../harness/site-pages.ts";
import { sampled } from "../harness/sampled.ts";
import type { SiteId } from "../harness/start-site.ts";
import { useSite } from "../harness/use-site.ts";

/** The distances between lines, paragraphs, letters and words that a visitor may set (WCAG 1.4.12). */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

// A sample has the site with the longest words.
const ids = sampled<readonly SiteId[]>({ all: ["GGPBR", "GGPPH"], sample: ["GGPBR"] });

describe.each(ids)("for a visitor of %s who sets letters and words further apart", (id) => {
  const { site, look } = useSite(id);

  test("no page is wider than the smallest phone, or than a usual one", async () => {
    const pages = await listPages(site());
    const onePerRoute = pages.filter(({ route }, index) => pages.findIndex((one) => one.route === route) === index);
    await look("/", {}, async ({ page, permits }) => {
      // The visitor's own style moves all text, and the typeface comes after it.
      permits("layout shift", /./);
      const wider: string[] = [];
      for (const { path } of onePerRoute) {
        await page.goto(`${site().origin}${path}`);
        await page.evaluate(spaceText, spacing);
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 844 });
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (excess > 0) wider.push(`${path} at ${width}: ${excess}`);
        }
      }
      expect(wider).toEqual([]);
    });
  });
});

/** Applies a style sheet as a visitor's own, to text in the typeface of the brand, which is wider than the one before it. */
async function spaceText(text: string): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
  await Promise.all(["400 1em Archivo", "800 1em Archivo"].map((font) => document.fonts.load(font)));
}
