import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";

const { look } = useSite("GGPPH");

/** A mistake that no check of a release can tell from a sheet that is meant: what stands in the middle of the page covers the window. */
const covering =
  "@layer remote { main [data-slot] > * { position: fixed; inset: 0; z-index: 2147483647; background: red; } }";

/** Links and buttons of a region that are in the window, and that a press on their middle would not reach. Runs in the page. */
function findCovered(region: string): { reached: number; covered: string[] } {
  const reached: Element[] = [];
  const covered: string[] = [];
  for (const control of document.querySelectorAll(`${region} :is(a, button, summary)`)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null) continue;
    if (hit.closest("main") === null) reached.push(control);
    else covered.push(control.textContent.trim() || control.outerHTML.slice(0, 60));
  }
  return { reached: reached.length, covered };
}

test("G1 an island in the page that covers the window leaves header, bars and footer to be pressed, on a phone and at a desk", async () => {
  await look("/poker-school/", { viewport: { width: 390, height: 844 } }, async ({ page }) => {
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, covering);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const region of ["header", "nav[aria-label^='In ']", "[data-quick-area]", "footer"]) {
        await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), region === "footer" ? 100_000 : 0);
        const { reached, covered } = await page.evaluate(findCovered, region);
        expect(covered, `${region}, ${width} pixels wide`).toEqual([]);
        expect(reached, `${region}, ${width} pixels wide`).toBeGreaterThan(0);
      }
    }
  });
});
