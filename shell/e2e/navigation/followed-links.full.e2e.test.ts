// A link in an open menu leads to the next page: the menu closes, and the page is read from its heading.
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hurryCore } from "../harness/hurry-core.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { desk, phone } from "./windows.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

const { share } = useSite("GGPPH");

const screens = [
  { name: "a desk", options: desk, menu: "Help and information", isKeyFirst: true },
  { name: "a phone", options: { ...phone, hasTouch: true }, menu: "Menu", isKeyFirst: false },
];

const contactLink = (page: Page) =>
  page.locator("header :popover-open").getByRole("link", { name: "Contact Us", exact: true });

/** What a slow line holds back until the next page is shown. In a sample the first is at a desk, and the others on a phone. */
const slowness = [
  { held: "nothing", pattern: /^$/ },
  { held: "the code of menus", pattern: /\/first-touch\.js$/ },
  { held: "every script but the core", pattern: /\/_release\/(?!shell\/[^/]+\/core\.js).*\.js$/ },
];

describe.each(screens)("on $name", ({ options, menu, isKeyFirst }) => {
  const look = share(options);
  const toolsButton = (page: Page) => page.getByRole("button", { name: menu, exact: true });

  const presses = {
    Enter: async (page: Page): Promise<void> => {
      await toolsButton(page).focus();
      await page.keyboard.press("Enter");
      await contactLink(page).focus();
      await page.keyboard.press("Enter");
    },
    "a click": async (page: Page): Promise<void> => {
      await toolsButton(page).click();
      await contactLink(page).click();
    },
  };

  test("B046 a link to a place of the page that is shown closes its menu, also when it was followed before the code of menus came", async () => {
    await look("/contact/", async ({ page }) => {
      await hurryCore(page);
      await page.locator("html[data-screen]").waitFor();
      const release = await hold(page, /\/first-touch\.js$/);
      await toolsButton(page).click();
      await page.locator("header :popover-open").getByRole("link", { name: "Help", exact: true }).click();
      await page.waitForURL("**/contact/#help");
      release();
      await waitUntil(async () => (await page.locator(":popover-open").count()) === 0, { what: "the menu to close" });
      await page.unrouteAll();
    });
  });

  const sample = isKeyFirst ? slowness.slice(0, 1) : slowness.slice(1);
  describe.each(sampled({ all: slowness, sample }))("where a slow line holds back $held", ({ pattern }) => {
    test.each(sampledCases(1, isKeyFirst ? Object.entries(presses) : Object.entries(presses).toReversed()))(
      "B046 a link followed by %s closes its menu and gives the focus to the heading of the next page",
      async (_, follow) => {
        await look("/streamer-mode/", async ({ page }) => {
          await hurryCore(page);
          await page.locator("html[data-screen]").waitFor();
          const release = await hold(page, pattern);
          await follow(page);
          await page.waitForURL("**/contact/");
          await page.getByRole("heading", { name: "Contact Us", level: 1 }).waitFor({ state: "attached" });
          await waitUntil(async () => (await page.locator(":popover-open").count()) === 0, {
            what: "the menu to close",
          });
          release();
          await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
          expect(await page.locator(":popover-open").count()).toBe(0);
          expect(await page.evaluate(() => document.activeElement?.matches("main > h1"))).toBe(true);
          await page.unrouteAll();
        });
      },
    );
  });
});

/** Holds back what matches until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
