import { expect, test } from "vitest";
import { holdScripts } from "../harness/hold-scripts.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampledCases } from "../harness/sampled.ts";
import { openMenu, passGuard } from "./menu.ts";
import { desk, phone } from "./windows.ts";

const { site, look, visit, share } = useSite("GGPPH");
const lookPhone = share(phone);

test.for(["/", "/contact/"])(
  "B067 B071 in the menu of a phone, the way to a region or home begins where the entries above it do, on %s",
  async (path) => {
    await lookPhone(path, async ({ page }) => {
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.locator(openMenu).waitFor();
      await passGuard(page);
      const readStart = (selector: string) =>
        page
          .locator(openMenu)
          .locator(selector)
          .first()
          .evaluate((element) => {
            const content = document.createRange();
            content.selectNodeContents(element);
            return content.getBoundingClientRect().left;
          });
      const place = path === "/" ? "button[aria-labelledby]:visible" : "a[href='/']:visible";
      // Text is set on whole pixels.
      const distance = (await readStart(place)) - (await readStart("nav > ul > li:last-child > a:visible"));
      expect(Math.abs(distance)).toBeLessThanOrEqual(1);
    });
  },
);

test("B026 B052 B053 the second bar slides through the section with a spacing of 24, and is not on home", async () => {
  await lookPhone("/poker-school/", async ({ page }) => {
    const slider = page.getByRole("navigation", { name: "In How to play" }).locator("ul");
    expect(
      await slider.evaluate((list) => [
        getComputedStyle(list).columnGap,
        getComputedStyle(list).scrollSnapType,
        list.scrollWidth > list.clientWidth,
      ]),
    ).toEqual(["24px", "x", true]);
    expect(await slider.locator("[aria-current=page]").first().textContent()).toBe("Poker school");
    await page.goto(`${site().origin}/`);
    expect(await page.locator("nav[aria-label^='In ']").count()).toBe(0);
  });
});

test("B035 B054 on a phone the menu holds sign-up, close, download, region selector and utility links", async () => {
  await look("/", { ...phone, isMobile: true, reducedMotion: "reduce", javaScriptEnabled: false }, async ({ page }) => {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const menu = page.locator(openMenu);
    expect(await menu.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await menu.getByRole("link", { name: "Sign up" }).waitFor();
    await menu.getByRole("button", { name: "Close menu" }).waitFor();
    await menu.getByRole("button", { name: "Language Selector Philippines English" }).waitFor();
    expect(await menu.locator('[data-slot="download/button"] a:visible').count()).toBeGreaterThan(0);
    expect(
      await menu.getByRole("navigation", { name: "Help and information" }).getByRole("link").count(),
    ).toBeGreaterThan(4);
  });
});

test("B036 B037 B038 the menu button opens the menu; its own button, Escape and a press beside it close it", async () => {
  await look("/contact/", { viewport: { width: 820, height: 1000 } }, async ({ page }) => {
    const open = page.getByRole("button", { name: "Menu", exact: true });
    const menu = page.locator(openMenu);
    const closings: (() => Promise<void>)[] = [
      () => menu.getByRole("button", { name: "Close menu" }).click(),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(100, 600),
    ];
    for (const close of closings) {
      await open.click();
      await menu.waitFor();
      // A sheet at the end of a tablet, as high as the window: 28rem of 17 pixels wide, with the page beside it to press on.
      await passGuard(page);
      expect(await menu.boundingBox()).toMatchObject({ y: 0, width: 28 * 17, height: 1000 });
      // Once the header is hydrated, also to those who hear it.
      await page.getByRole("dialog", { name: "Menu" }).waitFor();
      await close();
      await waitUntil(async () => (await menu.count()) === 0, { what: "the menu to close" });
      await passGuard(page);
    }
  });
});

test("B061 without script, a window that grows to a desk's with its menu open has the bar of a desk", async () => {
  await look("/", { viewport: { width: 820, height: 900 }, javaScriptEnabled: false }, async ({ page }) => {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator(openMenu).getByRole("button", { name: "Close menu" }).waitFor();
    await page.setViewportSize(desk.viewport);
    // The menu is still open, out of sight, and closes at the next press.
    await page.mouse.click(700, 850);
    await page.locator("header nav[aria-label=Main]").waitFor();
    expect(await page.locator(openMenu).count()).toBe(0);
    expect((await page.locator("header nav[aria-label=Main]").boundingBox())?.height).toBeLessThan(80);
  });
});

test("B061 B062 where the window changes before the header is hydrated, a window that grows to a desk's with its menu open has the bar of a desk once it is, and a panel of the bar closes in one that becomes too narrow for it", async () => {
  const { page, permits, close } = await visit({ viewport: { width: 820, height: 900 } });
  permits("focus", /lost to body by <(div [^>]*aria-label="Menu"|button [^>]*popovertarget="_navigation-header)/);
  permits("layout shift", /sign-up/);
  const grow = await holdScripts(page, /\.js$/);
  await page.goto(`${site().origin}/about-us/`);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.locator(openMenu).getByRole("button", { name: "Close menu" }).waitFor();
  await page.setViewportSize(desk.viewport);
  grow();
  await page.locator("header nav[aria-label=Main]").waitFor();
  expect(await page.locator(openMenu).count(), "the menu in a window that has grown").toBe(0);

  await page.unrouteAll();
  const narrow = await holdScripts(page, /\.js$/);
  await page.goto(`${site().origin}/about-us/`);
  await page.locator("header nav li > button[popovertarget]").first().click();
  await page.locator("header nav :popover-open").waitFor();
  await page.setViewportSize(phone.viewport);
  await page.locator("header nav[aria-label=Main]").waitFor({ state: "hidden" });
  narrow();
  await waitUntil(async () => (await page.locator(":popover-open").count()) === 0, { what: "the panel to close" });
  expect(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "the focus in a narrowed window",
  ).toBe("Menu");
  await close();
});

test("Tab goes through the open menu in the order it is seen in, on a phone and on a tablet", async () => {
  await look("/", { viewport: { width: 820, height: 4000 }, reducedMotion: "reduce" }, async ({ page }) => {
    for (const width of sampledCases(1, [820, 390])) {
      if (width !== 820) {
        await page.setViewportSize({ width, height: 4000 });
        await page.goto(`${site().origin}/`);
      }
      await page.getByRole("button", { name: "Menu", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.locator(`${openMenu} summary`).first().click();
      await page.getByRole("button", { name: "Close menu" }).focus();
      const tops: number[] = [];
      for (;;) {
        await page.keyboard.press("Tab");
        const top = await page.evaluate((menu) => {
          const focused = document.activeElement;
          return focused?.closest(menu) ? focused.getBoundingClientRect().top : undefined;
        }, openMenu);
        if (top === undefined) break;
        tops.push(top);
      }
      // Main menu with one open group, download, regions, utility links.
      expect(tops.length, `${width} pixels wide`).toBeGreaterThan(25);
      expect(tops, `${width} pixels wide`).toEqual(tops.toSorted((one, other) => one - other));
    }
  });
});

test("B053 B055 B056 the groups of the menu stand 24 apart, one is open at a time, and a second press closes it", async () => {
  await look("/contact/", { ...phone, hasTouch: true }, async ({ page }) => {
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    const menu = page.locator(openMenu);
    await menu.waitFor();
    await passGuard(page);
    expect(
      await menu
        .locator("nav ul")
        .first()
        .evaluate((list) => getComputedStyle(list).rowGap),
    ).toBe("24px");
    const open = () => menu.locator("details[open] > summary").allTextContents();
    await menu.locator("summary", { hasText: "Promotions" }).tap();
    expect(await open()).toEqual(["Promotions"]);
    await menu.locator("summary", { hasText: "Team" }).tap();
    expect(await open()).toEqual(["Team"]);
    await menu.locator("summary", { hasText: "Team" }).tap();
    expect(await open()).toEqual([]);
  });
});
