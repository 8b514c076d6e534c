import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { openMenu, passGuard } from "./menu.ts";
import { desk, phone } from "./windows.ts";

const { site, look } = useSite("GGPPH");

const tablet = { viewport: { width: 820, height: 1180 } };

/** The places of the header below a desk. */
const toParts = (page: Page) => ({
  open: page.getByRole("button", { name: "Menu", exact: true }),
  menu: page.locator(openMenu),
  regions: page.locator("header [data-panel=list] > [popover]:popover-open"),
  openRegions: page.getByRole("button", { name: /^Language Selector/ }),
});

/** Records the links that are pressed from here on, at the press. */
async function watchLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const pressed: string[] = [];
    Reflect.set(window, "pressedLinks", pressed);
    const record = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest("a") : undefined;
      if (link) pressed.push(link.href);
    };
    // In the document: the driver withholds a trial at the window.
    document.addEventListener("click", record, { capture: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "pressedLinks"));
}

/** Presses twice where an element is, with no time between, what lies there at each press. */
async function pressTwice(page: Page, place: Locator): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not shown`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 2 });
}

test.for([true, false])(
  "B036 B037 B073 on a phone a double press opens the menu and its list of regions and follows none of its links, and one on Close closes, with script: %s",
  async (javaScriptEnabled) => {
    await look("/", { ...phone, reducedMotion: "reduce", javaScriptEnabled }, async ({ page, requests }) => {
      const { open, menu, regions, openRegions } = toParts(page);
      await pressTwice(page, open);
      await passGuard(page);
      // A trial waits until its button can be pressed.
      const shut = menu.getByRole("button", { name: "Close menu" });
      await shut.click({ trial: true });

      await openRegions.click({ trial: true });
      await pressTwice(page, openRegions);
      await passGuard(page);
      await regions.getByRole("link").last().click({ trial: true });
      expect(page.url()).toBe(`${site().origin}/`);
      await page.keyboard.press("Escape");
      await passGuard(page);

      await shut.click({ trial: true });
      await pressTwice(page, shut);
      await passGuard(page);
      await open.click({ trial: true });
      expect(await menu.count()).toBe(0);
      // The time in which it presses nothing ends by itself.
      await open.click();
      await shut.click();
      expect(await menu.count()).toBe(0);
      const documents = requests.filter((request) => request.isNavigationRequest()).map((request) => request.url());
      expect(documents, "documents, of which no link was followed").toEqual([`${site().origin}/`]);
    });
  },
);

test("B038 B073 a press beside the menu of a tablet, or beside its list of regions, closes it and follows no link beneath", async () => {
  await look("/", tablet, async ({ page }) => {
    const { open, menu, regions, openRegions } = toParts(page);
    const beneath = page.locator("main a[href='/responsible-gaming/']").first();
    const listPressed = await watchLinks(page);
    await open.click();
    await passGuard(page);
    await menu.getByRole("button", { name: "Close menu" }).click({ trial: true });
    await pressTwice(page, beneath);
    await waitUntil(async () => (await menu.count()) === 0, { what: "the menu to close" });
    expect(await listPressed(), "links pressed beside the menu").toEqual([]);
    await passGuard(page);
    await beneath.click({ trial: true });

    await open.click();
    await passGuard(page);
    await openRegions.click();
    await passGuard(page);
    await regions.getByRole("link").last().click({ trial: true });
    await pressTwice(page, menu.getByRole("link", { name: "Sign up" }));
    await waitUntil(async () => (await regions.count()) === 0, { what: "the list to close" });
    expect(await listPressed(), "links pressed beside the list").toEqual([]);
    await passGuard(page);
    await menu.getByRole("link", { name: "Sign up" }).click({ trial: true });
    expect(page.url()).toBe(`${site().origin}/`);

    await page.keyboard.press("Escape");
    // The time in which the page takes no press ends by itself.
    await beneath.click();
    await page.waitForURL(`${site().origin}/responsible-gaming/`);
  });
});

test("B042 B073 on a desk a double click opens a panel of the bar or the list of regions, and the next click closes it", async () => {
  await look("/", desk, async ({ page }) => {
    for (const button of [
      page.getByRole("button", { name: "Promotions: more" }),
      page.getByRole("button", { name: /^Language Selector/ }),
    ]) {
      // The code that follows panels is there when Escape dismisses what the pointer shows.
      await button.hover();
      const isDismissed = () => page.evaluate(() => document.documentElement.dataset["panels"] === "dismissed");
      await waitUntil(
        async () => {
          await page.keyboard.press("Escape");
          return isDismissed();
        },
        { what: "Escape to dismiss it" },
      );
      await button.dblclick();
      expect(await page.locator("header :popover-open").count()).toBe(1);
      await button.click();
      expect(await page.locator("header :popover-open").count()).toBe(0);
    }
  });
});
