import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { openMenu } from "./menu.ts";
import { desk, phone } from "./windows.ts";

const { look, share } = useSite("GGPPH");
const lookSmall = share({ ...phone, reducedMotion: "reduce" });

const isFocused = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);

const readPlace = (page: Page): Promise<number> => page.evaluate(() => scrollY);

test.for([
  {
    on: "a desk",
    window: desk,
    first: "header nav[aria-label=Main] > ul > li > a",
    keys: ["Tab", "Tab", "Shift+Tab", "Shift+Tab"],
  },
  { on: "a phone", window: phone, first: "header a[href='/']", keys: ["Tab", "Shift+Tab"] },
])(
  "B291 on $on, Tab from control to control of the header leaves the page where it is",
  async ({ window, first, keys }) => {
    await look("/terms-conditions/", { ...window, reducedMotion: "reduce" }, async ({ page }) => {
      await page.evaluate(() => scrollTo(0, 3000));
      await page
        .locator(first)
        .first()
        .evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
      for (const key of keys) {
        await page.keyboard.press(key);
        expect(await page.evaluate(() => document.activeElement?.closest("header") !== null)).toBe(true);
        expect(await readPlace(page), key).toBe(3000);
      }
    });
  },
);

test("B287 on a phone, a focused button of the bar at the bottom leaves the page where it is", async () => {
  await lookSmall("/terms-conditions/", async ({ page }) => {
    for (const place of [0, 3000]) {
      await page.evaluate((y) => scrollTo(0, y), place);
      await page.locator("[data-quick-area] a:visible").first().focus();
      expect(await page.evaluate(() => document.activeElement?.closest("[data-quick-area]") !== null)).toBe(true);
      expect(await readPlace(page)).toBe(place);
    }
  });
});

test.for(sampledCases(1, [phone, { viewport: { width: 320, height: 640 } }]))(
  "B052 in a window of $viewport.width pixels, Tab through the second bar and back shows each entry whole; with reduced motion only an animation that moves nothing takes its time",
  async (window) => {
    await lookSmall("/poker-school/", async ({ page }) => {
      await page.setViewportSize(window.viewport);
      const entries = page.getByRole("navigation", { name: "In How to play" }).getByRole("link");
      const count = await entries.count();
      expect(count).toBeGreaterThan(10);
      await entries.first().focus();
      const cut: string[] = [];
      for (const key of ["Tab", "Shift+Tab"])
        for (let steps = 1; steps < count; steps += 1) {
          await page.keyboard.press(key);
          if (!(await entries.and(page.locator(":focus")).evaluate(isWhole)))
            cut.push(`${key} ${steps}: ${await page.locator(":focus").innerText()}`);
        }
      expect(cut).toEqual([]);
      expect(await entries.first().evaluate(readDurations)).toEqual(["0.001s", "0.3s"]);
    });
  },
);

/**
 * The time that an animation of 0.3 s takes, and that of one that says that it moves nothing, as the snapping does by which the bar begins at the current
 * page's entry in Firefox and Safari: ended at once, it begins elsewhere when the typeface's stand-in comes after the first layout.
 */
function readDurations(entry: HTMLElement): string[] {
  const read = (): string => getComputedStyle(entry).animationDuration;
  entry.style.setProperty("animation-duration", "0.3s");
  const usual = read();
  entry.style.setProperty("--still-for", "0.3s");
  return [usual, read()];
}

/** Whether an entry lies wholly within its bar, once a frame has been drawn: the bar scrolls and snaps in it. */
async function isWhole(entry: Element): Promise<boolean> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  const bar = entry.closest("ul")?.getBoundingClientRect();
  const { left, right } = entry.getBoundingClientRect();
  return bar !== undefined && left >= bar.left && right <= bar.right;
}

test.for(sampledCases(1, [820, 390]))(
  "B073 B074 at %d Escape closes the list of regions and returns the focus to its button; the next one closes the menu, and returns it to the menu's",
  async (width) => {
    await look("/", { viewport: { width, height: 900 } }, async ({ page }) => {
      const open = page.getByRole("button", { name: "Menu", exact: true });
      const openRegions = page.getByRole("button", { name: /^Language Selector/ });
      const [menu, regions] = [page.locator(openMenu), page.locator(`${openMenu} :popover-open`)];
      await open.press("Enter");
      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      await openRegions.press("Enter");
      await regions.getByRole("link").nth(2).focus();
      await page.keyboard.press("Escape");
      await waitUntil(async () => (await regions.count()) === 0, { what: "the list to close" });
      expect(await isFocused(openRegions)).toBe(true);
      await page.keyboard.press("Escape");
      await waitUntil(async () => (await menu.count()) === 0, { what: "the menu to close" });
      expect(await isFocused(open)).toBe(true);
    });
  },
);
