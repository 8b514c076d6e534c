import type { Page } from "playwright";
import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { useSite } from "../harness/use-site.ts";
import { desk, phone } from "./windows.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { untilCore } from "../releases/soft-visit.ts";
import { openMenu } from "./menu.ts";

const { site, look } = useSite("GGPPH");

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

test.for(["/", "/contact/"])(
  "B067 B071 in the menu of a phone, the way to a region or home begins where the entries above it do, on %s",
  async (path) => {
    await look(path, phone, async ({ page }) => {
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      // It slides in.
      await page
        .locator(openMenu)
        .evaluate((menu) => Promise.all(menu.getAnimations({ subtree: true }).map(({ finished }) => finished)));
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

test("B027 B033 B034 only home has the home style; the header has the logo of the configuration, 180 by 48", async () => {
  await look("/", desk, async ({ page }) => {
    const header = page.locator("header").first();
    expect(await header.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain("gradient");
    await page.goto(`${site().origin}/contact/`);
    expect(await header.evaluate((element) => getComputedStyle(element).backgroundImage)).toBe("none");
    const logo = page.locator("header a img");
    expect(await logo.getAttribute("src")).toBe("/assets/logo.svg");
    expect(await logo.boundingBox()).toMatchObject({ width: 180, height: 48 });
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
  await look("/house-rules/", desk, async ({ page }) => {
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
  await look("/contact/", desk, async ({ page }) => {
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
    await look("/contact/", desk, async ({ page }) => {
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
  await look("/contact/", desk, async (visit) => {
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
  for (const leaves of [true, false])
    await look("/contact/", desk, async (visit) => {
      const { page } = visit;
      const held = Promise.withResolvers<void>();
      await page.route("**/core.js", async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.reload({ waitUntil: "domcontentloaded" });
      const item = items(page).nth(1);
      await item.locator("> button").focus();
      await page.keyboard.press("Enter");
      await waitUntil(async () => (await listShown(page)).length === 1, { what: "the panel" });
      if (leaves) {
        await item.locator("[popover] a").last().focus();
        await page.keyboard.press("Tab");
      }
      held.resolve();
      await untilCore(visit);
      await waitUntil(async () => (await listShown(page)).length === (leaves ? 0 : 1), {
        what: leaves ? "no panel" : "the panel that has the focus",
      });
    });
});

test("B048 an item that is not shown is nowhere in the page", async () => {
  const html = await (await fetch(`${site().origin}/contact/`)).text();
  const markup = html.slice(0, html.indexOf("site-state"));
  expect(markup).toContain("Self-exclusion");
  expect(markup).not.toContain("Play history");
});

test("B049 B050 B051 the team's panel shows the portraits the API names, and leads to all of them", async () => {
  await look("/contact/", desk, async ({ page }) => {
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

test("B026 B052 B053 the second bar slides through the section with a spacing of 24, and is not on home", async () => {
  await look("/poker-school/", phone, async ({ page }) => {
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
      await menu.evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
      expect(await menu.boundingBox()).toMatchObject({ y: 0, width: 28 * 17, height: 1000 });
      // Once the header is hydrated, also to those who hear it.
      await page.getByRole("dialog", { name: "Menu" }).waitFor();
      await close();
      await waitUntil(async () => (await menu.count()) === 0, { what: "the menu to close" });
    }
  });
});

test.for([true, false])(
  "B061 a window that grows to a desk's with its menu open has the bar of a desk, with script: %s",
  async (javaScriptEnabled) => {
    await look("/", { viewport: { width: 820, height: 900 }, javaScriptEnabled }, async ({ page }) => {
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.locator(openMenu).getByRole("button", { name: "Close menu" }).waitFor();
      if (javaScriptEnabled)
        await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      await page.setViewportSize(desk.viewport);
      // Without script the menu is still open, out of sight, and closes at the next press.
      if (!javaScriptEnabled) await page.mouse.click(700, 850);
      await page.locator("header nav[aria-label=Main]").waitFor();
      expect(await page.locator(openMenu).count()).toBe(0);
      expect((await page.locator("header nav[aria-label=Main]").boundingBox())?.height).toBeLessThan(80);
    });
  },
);

test("B061 a window that grows to a desk's before the opened menu is hydrated has the bar of a desk once it is", async () => {
  await look("/about-us/", { viewport: { width: 820, height: 900 } }, async ({ page, permits }) => {
    permits("focus", /lost to body by <div [^>]*aria-label="Menu"/);
    permits("layout shift", /sign-up/);
    const grown = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await grown.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator(openMenu).getByRole("button", { name: "Close menu" }).waitFor();
    await page.setViewportSize(desk.viewport);
    grown.resolve();
    await page.locator("header nav[aria-label=Main]").waitFor();
    expect(await page.locator(openMenu).count()).toBe(0);
  });
});

test("B061 B062 a panel of the bar that is open when the window becomes too narrow for it, before the header is hydrated, closes once it is", async () => {
  await look("/about-us/", desk, async ({ page, permits }) => {
    permits("focus", /lost to body by <button [^>]*popovertarget="_navigation-header/);
    const narrowed = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await narrowed.promise;
      await route.continue();
    });
    await page.reload();
    await page.locator("header nav li > button[popovertarget]").first().click();
    await page.locator("header nav :popover-open").waitFor();
    await page.setViewportSize(phone.viewport);
    await page.locator("header nav[aria-label=Main]").waitFor({ state: "hidden" });
    narrowed.resolve();
    await waitUntil(async () => (await page.locator(":popover-open").count()) === 0, { what: "the panel to close" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Menu");
  });
});

test.for([390, 820])("Tab goes through the open menu in the order it is seen in, at %d", async (width) => {
  await look("/", { viewport: { width, height: 4000 }, reducedMotion: "reduce" }, async ({ page }) => {
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
    expect(tops.length).toBeGreaterThan(25);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  });
});

test("B053 B055 B056 the groups of the menu stand 24 apart, one is open at a time, and a second press closes it", async () => {
  await look("/contact/", { ...phone, hasTouch: true }, async ({ page }) => {
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    const menu = page.locator(openMenu);
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

test("B057 B058 on a desk the utility navigation shows children, and opens what is outside in a new tab; its bar is no dialog, and has nothing of the full-screen menu", async () => {
  await look("/", desk, async ({ page }) => {
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

test("B060 every label of the menu is on the page", async () => {
  const labels = [
    "How to play",
    "Promotions",
    "Team",
    "Tournaments",
    "WSOP",
    "Blog",
    "Cash games",
    "Special features",
    "Originals",
    "Funds",
    "Loyalty",
    "Welcome promotions",
    "Daily promos",
    "Leaderboard",
    "Jackpots",
    "Poker school",
    "House rules",
    "Game variants",
    "Splash",
    "EV cashout",
    "Final table betting",
    "Social features",
    "Staking platform",
  ];
  await look("/contact/", desk, async ({ page }) => {
    const texts = (await page.locator("header nav a").allTextContents()).map((text) =>
      text.replace(" (opens in a new tab)", ""),
    );
    expect(labels.filter((label) => !texts.includes(label))).toEqual([]);
  });
});
