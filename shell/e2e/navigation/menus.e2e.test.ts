import type { Page } from "playwright";
import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { useSite } from "../harness/use-site.ts";
import { desk } from "./windows.ts";
import { holdScripts } from "../harness/hold-scripts.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { untilCore } from "../releases/soft-visit.ts";

const { site, look, visit, share } = useSite("GGPPH");
const lookDesk = share(desk);

const items = (page: Page) => page.locator("header nav li:has(> button)");
/** The labels of the items whose panel is on screen. */
const listShown = (page: Page): Promise<(string | null)[]> =>
  items(page).evaluateAll((all) =>
    all.flatMap((item) => {
      const panel = item.querySelector("[popover]");
      return panel?.checkVisibility({ visibilityProperty: true }) ? [item.querySelector("a")?.textContent ?? null] : [];
    }),
  );
/** Where the sliding bar is, and the item that holds it. */
const readBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector("header nav > span[aria-hidden]")?.getBoundingClientRect();
    const under = [...document.querySelectorAll("header nav > ul > li")].find(
      (item) => Math.abs(item.getBoundingClientRect().left - (bar?.left ?? -1)) < 1,
    );
    return bar && bar.width > 0 ? under?.querySelector("a")?.textContent : undefined;
  });
const waitForBar = (page: Page, label: string | undefined) =>
  waitUntil(async () => (await readBar(page)) === label, { what: `the bar under ${label}` });
const rest = (page: Page) => page.mouse.move(700, 850);
const withoutScript = { ...desk, javaScriptEnabled: false };

test("B027 B033 B034 B049 B050 B051 only home has the home style; the header has the logo of the configuration, 180 by 48; the team's panel shows the portraits the API names, and leads to all of them", async () => {
  await lookDesk("/", async ({ page }) => {
    const header = page.locator("header").first();
    expect(await header.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain("gradient");
    await page.goto(`${site().origin}/contact/`);
    expect(await header.evaluate((element) => getComputedStyle(element).backgroundImage)).toBe("none");
    const logo = page.locator("header a img");
    expect(await logo.getAttribute("src")).toBe("/assets/logo.svg");
    expect(await logo.boundingBox()).toMatchObject({ width: 180, height: 48 });

    const { ambassadors }: { ambassadors: { name: string; slug: string }[] } = await (
      await fetch(`${site().origin}/api/brand-ambassador`)
    ).json();
    const team = items(page).nth(4);
    await team.locator("> a").hover();
    const portraits = team.locator("[popover] li a:has(span[aria-hidden])");
    await portraits.first().waitFor({ state: "visible" });
    expect(
      await portraits.evaluateAll((all) => all.map((one) => [one.textContent?.slice(2), one.getAttribute("href")])),
    ).toEqual(ambassadors.map(({ name, slug }) => [name, `/ggteam/${slug}/`]));
    expect(await team.getByRole("link", { name: "Show All" }).getAttribute("href")).toBe("/ggteam/");
  });
});

test("B042 B044 B047 hovering opens one panel at a time, with its badges, before and without any script; a pointer that crosses a neighbour on its way to a panel does not lose it", async () => {
  await look("/contact/", withoutScript, async ({ page }) => {
    for (const index of [1, 3, 0]) {
      const item = items(page).nth(index);
      const label = await item.locator("a").first().textContent();
      await item.locator("> a").hover();
      await waitUntil(async () => JSON.stringify(await listShown(page)) === JSON.stringify([label]), {
        what: `the panel of ${label} alone`,
      });
    }
    await items(page).nth(1).locator("> a").hover();
    await page.getByRole("link", { name: "Daily Freebie Daily" }).waitFor();
    await rest(page);
    await waitUntil(async () => (await listShown(page)).length === 0, { what: "no panel" });
    const [from, neighbour] = await Promise.all([0, 1].map((index) => items(page).nth(index).boundingBox()));
    if (!from || !neighbour) throw new Error("The menu has no items.");
    await page.mouse.move(from.x + 20, from.y + 20);
    await waitUntil(async () => (await listShown(page)).includes("How to play"), { what: "the first panel" });
    const list = page.locator("header nav[aria-label=Main] > ul");
    await waitUntil(
      async () =>
        (await list.evaluate((one) => getComputedStyle(one).getPropertyValue("--navigation-hover-delay"))) === "0.24s",
      { what: "the menu to be hovered long enough" },
    );
    await page.evaluate(() => {
      const panels = [...document.querySelectorAll<HTMLElement>("header nav li > [popover]")];
      const watch = (): void => {
        if (panels[0] && !panels[0].checkVisibility({ visibilityProperty: true })) document.title = "lost";
        if (panels.slice(1).some((panel) => panel.checkVisibility({ visibilityProperty: true })))
          document.title = "flickered";
        requestAnimationFrame(watch);
      };
      watch();
    });
    await page.mouse.move(neighbour.x + 10, neighbour.y + neighbour.height - 4);
    await page.mouse.move(neighbour.x + 60, neighbour.y + neighbour.height + 60);
    await page.getByRole("link", { name: "Game variants" }).hover();
    expect(await page.title()).not.toMatch(/lost|flickered/);
    expect(await listShown(page)).toEqual(["How to play"]);
  });
});

test("B043 B045 the bar slides after the pointer, and back to the section the page is in", async () => {
  await lookDesk("/house-rules/", async ({ page }) => {
    await waitForBar(page, "How to play");
    await page.evaluate(() =>
      document.addEventListener("transitionrun", ({ target, propertyName }) => {
        if (target instanceof HTMLElement && target.matches("header nav > span"))
          target.dataset["slides"] = `${target.dataset["slides"] ?? ""} ${propertyName}`;
      }),
    );
    await items(page).nth(2).locator("> a").hover();
    await waitForBar(page, "Tournaments");
    expect(await page.locator("header nav > span[aria-hidden]").getAttribute("data-slides")).toMatch(
      /left|inline-size/,
    );
    await rest(page);
    await waitForBar(page, "How to play");
  });
});

test("B046 Escape dismisses a panel that only hovering shows, before the header is hydrated, until the pointer has left", async () => {
  await lookDesk("/contact/", async ({ page }) => {
    await hurryCore(page);
    await page.locator("html[data-screen]").waitFor();
    const link = items(page).nth(1).locator("> a");
    await link.hover();
    await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel" });
    await page.keyboard.press("Escape");
    await waitUntil(async () => (await listShown(page)).length === 0, { what: "no panel" });
    await page.mouse.move(5, 5, { steps: 3 });
    expect(await listShown(page)).toEqual([]);
    await link.hover();
    await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel again" });
    expect(await page.locator("[data-island='navigation/header'][data-live]").count()).toBe(0);
  });
});

test.for([
  { target: "> a", focused: "how-to-play" },
  { target: "[popover] a[href='/house-rules/']", focused: "heading" },
])(
  "a click that leads elsewhere ($target) takes the hovered panel away, and the focus goes to the $focused",
  async ({ target, focused }) => {
    await lookDesk("/contact/", async ({ page }) => {
      await hurryCore(page);
      await page.locator("html[data-screen]").waitFor();
      const item = items(page).first();
      await item.locator("> a").hover();
      await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel" });
      await item.locator(target).first().click();
      await page.waitForURL((url) => url.pathname !== "/contact/");
      await waitUntil(async () => (await listShown(page)).length === 0, { what: "no panel" });
      // Also once the header is hydrated, and the pointer has not moved.
      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      expect(await listShown(page)).toEqual([]);
      const focus = await page.evaluate(() =>
        document.activeElement?.matches("main > h1") ? "heading" : document.activeElement?.id,
      );
      expect(focus).toBe(focused);
    });
  },
);

test("B046 a panel opens with a key, closes on Escape with the focus back on its button, and closes when Tab leaves it, in either direction", async () => {
  await lookDesk("/contact/", async (visit) => {
    const { page } = visit;
    const item = items(page).nth(1);
    const button = item.locator("> button");
    await button.focus();
    await page.keyboard.press("Enter");
    await waitUntil(async () => (await button.getAttribute("aria-expanded")) === "true", { what: "aria-expanded" });
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Welcome promotions");
    await page.keyboard.press("Escape");
    // It fades.
    await waitUntil(async () => (await listShown(page)).length === 0, { what: "no panel" });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await button.getAttribute("aria-expanded")).toBe("false");
    // The core follows the focus.
    await untilCore(visit);
    await button.focus();
    await page.keyboard.press("Enter");
    await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel" });
    await item.locator("[popover] a").last().focus();
    await page.keyboard.press("Tab");
    await waitUntil(async () => (await listShown(page)).length === 0, { what: "no panel" });
    expect(
      await items(page)
        .nth(2)
        .locator("> a")
        .evaluate((next) => next === document.activeElement),
    ).toBe(true);
    await button.focus();
    await page.keyboard.press("Enter");
    await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel again" });
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await waitUntil(async () => (await listShown(page)).length === 0, { what: "no panel" });
  });
});

test("B046 a panel that Tab left before the core came closes when it comes; one with the focus stays", async () => {
  const visited = await visit(desk);
  const { page, close } = visited;
  for (const leaves of [true, false]) {
    const release = await holdScripts(page, /\/core\.js$/);
    await page.goto(`${site().origin}/contact/`, { waitUntil: "domcontentloaded" });
    const item = items(page).nth(1);
    await item.locator("> button").focus();
    await page.keyboard.press("Enter");
    await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel" });
    if (leaves) {
      await item.locator("[popover] a").last().focus();
      await page.keyboard.press("Tab");
    }
    release();
    await untilCore(visited);
    await waitUntil(async () => (await listShown(page)).length === (leaves ? 0 : 1), {
      what: leaves ? "no panel" : "the panel that has the focus",
    });
    await page.unrouteAll();
  }
  await close();
});

test("B057 B058 on a desk the utility navigation shows children, and opens what is outside in a new tab; its bar is no dialog, and has nothing of the full-screen menu", async () => {
  await lookDesk("/", async ({ page }) => {
    await page.getByRole("button", { name: "Help and information", exact: true }).click();
    const outside = page
      .locator("header [popover]:popover-open")
      .getByRole("link", { name: "Network status (opens in a new tab)" });
    expect(await outside.getAttribute("target")).toBe("_blank");
    expect(await outside.getAttribute("rel")).toContain("noopener");
    expect(await outside.evaluate((link) => link.closest("ul")?.parentElement?.querySelector("a")?.textContent)).toBe(
      "Help",
    );
    await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("button", { name: /^(Menu|Close menu)$/ }).count()).toBe(0);
    expect(await page.locator("header summary:visible").count()).toBe(0);
    expect(await page.locator('header [data-variant="menu"] a:visible').count()).toBe(0);
  });
});
