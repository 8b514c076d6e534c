import type { Page } from "playwright";
import { expect, test } from "vitest";
import { hurryCore } from "../harness/hurry-core.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { useSite } from "../harness/use-site.ts";
import { desk, phone } from "./windows.ts";

const { site, look, visit } = useSite("GGPPH");

/** Opens a page whose clock stands still once its core is there. */
async function withClock(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const { page, close } = await visit();
  await page.clock.install();
  await page.goto(`${site().origin}${path}`);
  await hurryCore(page);
  await page.locator("html[data-scroll]").waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
  await use(page);
  await close();
}

const area = (page: Page) => page.locator("[data-quick-area]");
const top = (page: Page) => area(page).locator("[data-page-top]");
const download = (page: Page) =>
  area(page).locator('[data-slot="download/button"] a').and(page.locator("[aria-label=Download]"));
const isVisible = async (page: Page): Promise<{ top: boolean; download: boolean }> => ({
  top: await top(page).isVisible(),
  download: (await download(page).locator("visible=true").count()) > 0,
});
/** Pixels by which the icons of the area's buttons are high: pictures, or boxes that a style sheet puts before a label. */
const listIconHeights = (page: Page): Promise<number[]> =>
  area(page)
    .locator("a, button")
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((one) =>
        Math.round(
          one.querySelector("svg")?.getBoundingClientRect().height ??
            Number.parseFloat(getComputedStyle(one, "::before").height),
        ),
      ),
    );
const waitForMove = (page: Page) => page.locator("html[data-scroll=moving]").waitFor();

test("B080 B081 the area has a top, a download and a help-chat button, named exactly so, beside the Language Selector of the header", async () => {
  await look("/responsible-gaming/", desk, async ({ page }) => {
    const names = await area(page)
      .locator("a, button")
      .evaluateAll((all) => all.flatMap((one) => one.getAttribute("aria-label") ?? []));
    expect(new Set(names)).toEqual(new Set(["Help Chat", "Download", "Page Top"]));
    for (const { viewport } of [phone, desk]) {
      await page.setViewportSize(viewport);
      expect(new Set(await listIconHeights(page)), "as large as each other").toEqual(new Set([24]));
    }
    await page.goto(`${site().origin}/`);
    expect(
      await page
        .locator("header")
        .getByRole("button", { name: /^Language Selector / })
        .getAttribute("aria-label"),
    ).toBe("Language Selector");
  });
});

test("B082 B083 B084 B085 B086 while scrolling both buttons hide; download is back after 1000 ms, top after 200 more; top leads to the top left, and is gone there", async () => {
  await withClock("/privacy-policy/", async (page) => {
    expect(await isVisible(page)).toEqual({ top: false, download: true });
    await page.evaluate(() => scrollTo(0, 900));
    await waitForMove(page);
    expect(await isVisible(page)).toEqual({ top: false, download: false });
    await page.clock.runFor(999);
    expect(await isVisible(page)).toEqual({ top: false, download: false });
    await page.clock.runFor(1);
    await waitUntil(async () => (await isVisible(page)).download, { what: "the download button" });
    expect(await isVisible(page)).toEqual({ top: false, download: true });
    await page.clock.runFor(200);
    await waitUntil(async () => (await isVisible(page)).top, { what: "the top button" });
    expect(await isVisible(page)).toEqual({ top: true, download: true });

    await top(page).click();
    await waitUntil(() => page.evaluate(() => scrollX === 0 && scrollY === 0), { what: "the top left" });
    expect(new URL(page.url()).hash).toBe("");
    await page.clock.runFor(1200);
    await page.locator("html[data-scroll=top]").waitFor();
    expect(await isVisible(page)).toEqual({ top: false, download: true });
  });
});

test("B085 B086 without JavaScript the top button shows away from the top only, and works", async () => {
  await look("/privacy-policy/", { ...phone, javaScriptEnabled: false }, async ({ page }) => {
    expect(await top(page).isVisible()).toBe(false);
    await page.mouse.wheel(0, 900);
    await top(page).waitFor({ state: "visible" });
    await top(page).click();
    await top(page).waitFor({ state: "hidden" });
  });
});

test("B061 B062 B063 B065 a window tells its kind of screen, and neither the full-screen menu nor a panel of the bar outlives it", async () => {
  await look("/contact/", { viewport: { width: 1243, height: 800 } }, async ({ page, events, permits }) => {
    // The window hides what has the focus up to 100 ms before the page handles its size (B065).
    permits("focus", />Sign up</);
    permits("focus", /lost to body by <button [^>]*popovertarget="_navigation-header/);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
    expect(await page.locator("html").getAttribute("data-screen")).toBe("tablet");
    await page.setViewportSize({ width: 1244, height: 800 });
    await page.locator("html[data-screen=desktop]").waitFor();
    await waitUntil(async () => (await page.locator(":popover-open").count()) === 0, { what: "the menu to close" });
    await page.locator("header nav[aria-label=Main]").waitFor();
    expect((await page.locator("header nav[aria-label=Main]").boundingBox())?.height, "the bar of a desk").toBeLessThan(
      80,
    );
    await waitUntil(() => page.evaluate(() => document.activeElement?.matches("header a") === true), {
      what: "the focus in the header",
    });
    await page.locator("header nav li > button[popovertarget]").first().click();
    await page.locator("header nav :popover-open").waitFor();
    await page.setViewportSize({ width: 767, height: 800 });
    await page.locator("html[data-screen=mobile]").waitFor();
    await waitUntil(async () => (await page.locator(":popover-open").count()) === 0, { what: "the panel to close" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Menu");
    const told = (await events()).flatMap((event) => (event.name === "screen:changed" ? [event.detail.type] : []));
    expect(told).toEqual(["desktop", "mobile"]);
  });
});
