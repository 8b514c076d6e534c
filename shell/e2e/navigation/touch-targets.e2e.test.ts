import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { describeSites } from "../harness/describe-sites.ts";
import { openMenu } from "./menu.ts";
import { phone } from "./windows.ts";

/** Pixels that a finger needs in each direction. */
const finger = 44;

describeSites(({ look }) => {
  test("B035 B090 on a touch screen each link and button of the menu and of the footer is as large as a fingertip", async () => {
    await look("/", { ...phone, hasTouch: true, isMobile: true, reducedMotion: "reduce" }, async ({ page }) => {
      const footer = page.locator("footer");
      await footer.locator("summary").click();
      expect(await listSmallTargets(footer)).toEqual([]);
      await page.getByRole("button", { name: /^menu$/i }).click();
      const menu = page.locator(openMenu);
      await menu.waitFor();
      const small: string[] = [];
      for (const group of await menu.locator("summary").all()) {
        await group.click();
        small.push(...(await listSmallTargets(menu)));
      }
      expect([...new Set(small)]).toEqual([]);
    });
  });
});

/** The visible links and buttons that are smaller than a fingertip, with their sizes. */
function listSmallTargets(within: Locator): Promise<string[]> {
  return within.locator("a, button, summary").evaluateAll(
    (all, least) =>
      all.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        if (!target.checkVisibility({ visibilityProperty: true }) || (width >= least && height >= least)) return [];
        return [`${target.textContent.trim()}: ${width} x ${height}`];
      }),
    finger,
  );
}
