import { pickLabel } from "@site/contracts/locale/localized-text";
import { regionIds } from "@site/contracts/site/region";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { useSite } from "../harness/use-site.ts";
import { desk, phone } from "./windows.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { sampledCases } from "../harness/sampled.ts";
import { menu, openMenu } from "./menu.ts";

const { site, look, visit, share } = useSite("GGPPH");
const lookDesk = share(desk);
const lookTall = share({ viewport: { width: 768, height: 1200 } });

const toggle = (page: Page) => page.locator("header").getByRole("button", { name: /^Language Selector / });
const popup = (page: Page) =>
  page
    .locator("header [popover]")
    .filter({ has: page.getByText("Other regions", { exact: true }) })
    // The one inside of what holds every menu.
    .last();
const isShown = (page: Page): Promise<boolean> => popup(page).isVisible();
const waitForPopup = (page: Page, shown: boolean, step = "") =>
  waitUntil(async () => (await isShown(page)) === shown, {
    what: `the popup to be ${shown ? "open" : "closed"} ${step}`.trimEnd(),
  });
/** Brings the header to life: the popup's closing is script. */
async function hydrate(page: Page): Promise<void> {
  await toggle(page).dispatchEvent("pointerdown");
  await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
}
/** Chooses a region as a visitor does; the test stays where it is. */
const choose = (page: Page) =>
  popup(page)
    .getByRole("link", { name: /Canada/ })
    .evaluate((link) => {
      link.addEventListener("click", (event) => event.preventDefault());
      if (link instanceof HTMLElement) link.click();
    });
const flags = (urls: string[]) => new Set(urls.filter((url) => url.includes("/assets/flags/")));

test("B067 B068 B070 B079 B292 home has the region selector, whose button shows flag, country and language and is named by them, and no language menu; any other page has a plain way home", async () => {
  await lookDesk("/", async ({ page }) => {
    expect(await page.locator("a[data-locale]").count()).toBe(0);
    expect(await toggle(page).count()).toBe(1);
    expect(await page.locator("header").getByRole("link", { name: "Home", exact: true }).count()).toBe(0);
    const button = page
      .locator("header")
      .getByRole("button", { name: "Language Selector Philippines English", exact: true });
    expect(await button.getAttribute("aria-label")).toBe("Language Selector");
    expect(await button.textContent()).toBe("Philippines English");
    expect(await button.locator("img").getAttribute("src")).toBe("/assets/flags/ph.svg");
    for (const width of [1244, 1279, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await button.getByText("Philippines").isVisible(), `${width} pixels wide`).toBe(true);
      expect(await button.getByText("English", { exact: true }).isVisible(), `${width} pixels wide`).toBe(true);
    }
    await page.goto(`${site().origin}/contact/`);
    expect(await toggle(page).count()).toBe(0);
    expect(await page.locator("header").getByRole("link", { name: "Home", exact: true }).getAttribute("href")).toBe(
      "/",
    );
  });
});

test("B069 B077 B078 it lists the fifteen other regions, each with its flag and its own address", async () => {
  await look("/", { ...desk, javaScriptEnabled: false }, async ({ page }) => {
    await toggle(page).click();
    const links = await popup(page)
      .locator("a")
      .evaluateAll((all) =>
        all.map((one) => ({
          url: one.getAttribute("href"),
          flag: one.querySelector("img")?.getAttribute("src"),
          text: one.textContent,
        })),
      );
    const others = siteConfigs.GGPPH.regions.filter(({ id }) => id !== "GGPPH");
    expect(regionIds).toHaveLength(16);
    expect(links).toEqual(
      others.map(({ url, imagePath, countryName, localeName }) => ({
        url,
        flag: imagePath,
        text: `${pickLabel(countryName, "en")} ${localeName}`,
      })),
    );
    for (const { imagePath } of siteConfigs.GGPPH.regions)
      expect((await fetch(`${site().origin}${imagePath}`)).status, imagePath).toBe(200);
  });
});

test("B072 its button opens and closes it, with a finger and without any script", async () => {
  await look("/", { ...phone, hasTouch: true, javaScriptEnabled: false }, async ({ page }) => {
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    const button = page.locator(menu).getByRole("button", { name: "Language Selector" });
    const sheet = page.locator(`${menu} [popover]:popover-open`);
    await button.tap();
    await sheet.waitFor();
    await page.touchscreen.tap(195, 60);
    await waitUntil(async () => (await sheet.count()) === 0, { what: "the sheet to close" });
  });
});

test("B072 B073 B074 B075 it opens on hover, and closes when the pointer leaves, opened by hover or by a click; a key on its button opens and closes it; choosing a region closes it", async () => {
  await lookDesk("/", async ({ page }) => {
    await toggle(page).hover();
    await waitForPopup(page, true, "by the pointer");
    await popup(page).hover();
    expect(await isShown(page)).toBe(true);
    await page.mouse.move(300, 700);
    await waitForPopup(page, false, "after the pointer left what it opened");
    await toggle(page).click();
    await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
    await waitForPopup(page, true, "by a click");
    await popup(page).hover();
    await page.mouse.move(300, 700);
    await waitForPopup(page, false, "after the pointer left what a click opened");

    await toggle(page).focus();
    await page.keyboard.press("Enter");
    await waitForPopup(page, true, "by a key");
    await page.keyboard.press("Enter");
    await waitForPopup(page, false, "by a second key");

    await page.keyboard.press("Enter");
    await waitForPopup(page, true, "by a key, to choose");
    await choose(page);
    await waitForPopup(page, false, "after the choice");
  });
});

test.for(sampledCases(1, [768, 1243, 820]))(
  "B074 at %d, in a tall window, it stays open while the pointer travels to it, and closes when it leaves",
  async (width) => {
    await lookTall("/", async ({ page }) => {
      await page.setViewportSize({ width, height: 1200 });
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      const button = page.locator(menu).getByRole("button", { name: /^Language Selector / });
      const sheet = page.locator(`${menu} [popover]:popover-open`);
      await button.click();
      await sheet.waitFor();
      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      const link = sheet.getByRole("link", { name: /Canada/ });
      const [from, to] = [await button.boundingBox(), await link.boundingBox()];
      if (!from || !to) throw new Error("The region list is not on screen.");
      await page.mouse.move(to.x + 20, to.y + 10, { steps: 30 });
      expect(await sheet.isVisible()).toBe(true);
      await page.mouse.move(width - 200, 300, { steps: 10 });
      await waitUntil(async () => (await sheet.count()) === 0, { what: "the sheet to close" });
      expect(await page.locator(openMenu).count()).toBe(1);
    });
  },
);

test("B075 choosing a region closes it before the header is hydrated too", async () => {
  await look("/", desk, async ({ page, expects }) => {
    expects("failed request", /_FAILED GET \/_release\/navigation\/.*\.js$/);
    await page.route("**/navigation/**/*.js", (route) => route.abort());
    await hurryCore(page);
    await page.locator("html[data-screen]").waitFor();
    await toggle(page).hover();
    await waitForPopup(page, true);
    await choose(page);
    await waitForPopup(page, false);
    expect(await page.locator("[data-island='navigation/header'][data-live]").count()).toBe(0);
  });
});

test("B076 it closes 500 ms after its button lost the focus, and not when the focus went into it", async () => {
  const { page, close } = await visit(desk);
  await page.clock.install();
  await page.goto(`${site().origin}/`);
  await hydrate(page);
  await toggle(page).focus();
  await page.keyboard.press("Enter");
  await waitForPopup(page, true);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.keyboard.press("Tab");
  await page.clock.runFor(1000);
  expect(await isShown(page)).toBe(true);
  await page.locator("header a").first().focus();
  await page.clock.runFor(499);
  expect(await isShown(page)).toBe(true);
  await page.clock.runFor(1);
  await waitForPopup(page, false);
  await close();
});

test("no flag but the one in sight is fetched before the popup opens", async () => {
  await look("/", desk, async ({ page, requests }) => {
    await hurryCore(page);
    await page.locator("html[data-screen]").waitFor();
    expect([...flags(requests.map((one) => one.url()))]).toEqual([`${site().origin}/assets/flags/ph.svg`]);
    await toggle(page).hover();
    await waitUntil(() => flags(requests.map((one) => one.url())).size === 16, { what: "every flag" });
  });
  await look("/", phone, async ({ page, requests }) => {
    await hurryCore(page);
    await page.locator("html[data-screen]").waitFor();
    expect([...flags(requests.map((one) => one.url()))]).toEqual([]);
  });
});
