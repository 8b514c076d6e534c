import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";

const { look } = useSite("GGPPH");

test("a phone that is held sideways shows on home, before anything is scrolled, what to press", async () => {
  await look("/", { viewport: { width: 844, height: 390 }, hasTouch: true }, async ({ page }) => {
    for (const viewport of [
      { width: 667, height: 375 },
      { width: 844, height: 390 },
      { width: 932, height: 430 },
    ]) {
      await page.setViewportSize(viewport);
      const button = page.locator("main .button:visible").first();
      // Its words, which are in its middle.
      const { y = Infinity, height = 0 } = (await button.boundingBox()) ?? {};
      expect(y + height / 2, `at ${viewport.width}`).toBeLessThan(viewport.height);
    }
  });
});
