import type { Locator } from "playwright";
import { expect } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

export const wide = { width: 1440, height: 900 };
export const narrow = { width: 390, height: 844 };

/** Follows a link, presses a button or, by the space bar, checks a box, without the mouse: it has to be reached by the tabulator key, and to be seen with the focus. */
export async function press({ page }: Visit, target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  // One element from here on: to look for it by its role after every step would take most of the time.
  const element = await target.elementHandle();
  await page.locator("body").press("Home");
  // The key is held down until shortly before it: to look at the focus after every step would take most of the rest.
  const before = Math.max(0, ((await element?.evaluate(countStops)) ?? 0) - 3);
  await Promise.all(Array.from({ length: before }, () => page.keyboard.press("Tab")));
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press("Tab");
    if (await element?.evaluate((one) => one === document.activeElement)) {
      expect(await element?.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("solid");
      return page.keyboard.press(key);
    }
  }
  throw new Error("The tabulator key did not reach it.");
}

/** Runs in the page: how many elements the tabulator key reaches before one, or fewer. */
function countStops(element: Element): number {
  return [
    ...document.querySelectorAll<HTMLElement>("a[href], button:enabled, input:enabled, select, textarea, summary"),
  ].filter(
    (one) =>
      one.tabIndex >= 0 &&
      one.checkVisibility() &&
      one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).length;
}

/**
 * No page is wider than its screen, also with text of twice the size, no table hides an action beside its edge, and on a wide screen no column; axe finds nothing on a wide screen and
 * on a narrow one, or on those of them that are named.
 */
export async function expectFit(visit: Visit, name: string, withAxe = [wide, narrow]): Promise<void> {
  for (const viewport of [wide, { width: 820, height: 1180 }, narrow]) {
    await visit.page.setViewportSize(viewport);
    for (const text of ["200%", ""]) {
      const width = await visit.page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        return document.documentElement.scrollWidth;
      }, text);
      expect(width, `${name} at ${viewport.width}, text ${text}`).toBeLessThanOrEqual(viewport.width);
    }
    const cut = await visit.page
      .locator(".scroller")
      .evaluateAll(
        (all, isWide) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth && (isWide || one.querySelector(".act")))
            .map((one) => one.ariaLabel),
        viewport === wide,
      );
    expect([name, viewport.width, cut]).toEqual([name, viewport.width, []]);
    await takePicture(visit, `${name}-${viewport.width}`);
    if (withAxe.includes(viewport)) expect(await findAxeViolations(visit.page)).toEqual([]);
  }
}

/** Keeps a picture of a page, to be looked at by eye, where `PICTURES` names a folder. */
export async function takePicture({ page }: Visit, name: string): Promise<void> {
  if (process.env["PICTURES"])
    await page.screenshot({ path: `${process.env["PICTURES"]}/${name}.png`, fullPage: true });
}
