import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { sampledCases } from "../harness/sampled.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { openMenu } from "./menu.ts";
import { desk } from "./windows.ts";

const { look, share } = useSite("GGPPH");
const lookDesk = share(desk);
const lookForced = share({ ...desk, forcedColors: "active" });

const readTop = (page: Page): Promise<number | undefined> =>
  page
    .locator("header")
    .first()
    .evaluate((header) => header.getBoundingClientRect().top);

/** Scrolls by pixels and waits until the page stands there. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
  await waitUntil(() => page.evaluate((y) => Math.abs(scrollY - y) < 2, top), { what: `the page at ${top}` });
}

test("B069 each region stands in the header once, with one button; home has at most 900 elements, so that a slow phone opens the menu without a wait", async () => {
  await look("/", desk, async ({ page }) => {
    // As it came: the core adds a few elements a second later.
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThanOrEqual(900);
    const regions = page.locator("header").getByRole("button", { name: /^Language Selector/, includeHidden: true });
    expect(await regions.count()).toBe(1);
    const found = await page
      .locator("header a[hreflang]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(found).toHaveLength(15);
    expect(new Set(found).size).toBe(15);
  });
});

describe("B291 the header", () => {
  /** The two heights between which it changes, on a phone and at a desk, and others. */
  const windows = [
    [1440, 480],
    [390, 479],
    [390, 844],
    [820, 400],
    [820, 1180],
    [1440, 900],
    [320, 256],
  ] as const;

  test.for([true, false])(
    "stays in view while scrolling, and scrolls away with the page in a window lower than 30 rem, with script: %s",
    async (javaScriptEnabled) => {
      await look("/privacy-policy/", { javaScriptEnabled }, async ({ page }) => {
        for (const [width, height] of sampledCases(4, windows)) {
          await page.setViewportSize({ width, height });
          await scrollTo(page, 1500);
          if (height < 480) expect(await readTop(page), `${width} by ${height}`).toBeLessThan(-1000);
          else expect(await readTop(page), `${width} by ${height}`).toBe(0);
          // It lies over the page, not under it.
          if (height >= 480)
            expect(
              await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 20)?.closest("header") !== null),
            ).toBe(true);
        }
      });
    },
  );

  test("stays in view on the next page, and on every page that is left for another", async () => {
    await lookDesk("/privacy-policy/", async ({ page }) => {
      await hurryCore(page);
      await page.locator("html[data-screen]").waitFor();
      for (const path of sampledCases(2, ["/house-rules/", "/", "/terms-conditions/"])) {
        await page
          .locator(`a[href='${path}']`)
          .first()
          .evaluate((link) => link instanceof HTMLElement && link.click());
        await page.waitForURL((url) => url.pathname === path);
        await scrollTo(page, 1000);
        expect(await readTop(page), path).toBe(0);
      }
    });
  });
});

test("the header's logo and tools end where the content does, and nothing is pushed out of the bar", async () => {
  await lookDesk("/", async ({ page }) => {
    for (const width of [390, 820, 1244, 1280, 1340, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const edges = await page.evaluate(() => {
        const [content, logo, row, nav, list] = [
          "footer .wrap",
          "header img",
          "header > div",
          "header nav[aria-label=Main]",
          "header nav[aria-label=Main] > ul",
        ].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
        const tools = [...document.querySelectorAll("header a, header button")].filter(
          (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]"),
        );
        return {
          content: [content?.left, content?.right],
          row: [logo?.left, row?.right],
          last: Math.max(...tools.map((one) => one.getBoundingClientRect().right)),
          nav: list && list.width > 0 ? (nav?.right ?? 0) - list.right : 0,
        };
      });
      expect(edges.row, `${width} pixels wide`).toEqual(edges.content);
      // The lines of the menu button's icon, not its invisible edge, stand at the content's.
      expect(edges.last - (edges.content[1] ?? 0), `${width} pixels wide`).toBeLessThan(16);
      expect(edges.nav, `${width} pixels wide`).toBeGreaterThanOrEqual(0);
    }
  });
});

test("the pinned head of the full-screen menu is as wide as its panel, on a phone and in a window that grows", async () => {
  await look("/contact/", { viewport: { width: 390, height: 700 }, reducedMotion: "reduce" }, async ({ page }) => {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const menu = page.locator(openMenu);
    for (const width of [390, 820]) {
      await page.setViewportSize({ width, height: 700 });
      await menu.evaluate((holder) => holder.scrollTo(0, 300));
      const edges = await menu.evaluate((holder) =>
        [holder, holder.firstElementChild].map((one) => {
          const box = one?.getBoundingClientRect();
          return one === holder
            ? [(box?.left ?? 0) + holder.clientLeft, (box?.left ?? 0) + holder.clientLeft + holder.clientWidth]
            : [box?.left, box?.right];
        }),
      );
      expect(edges[1]).toEqual(edges[0]);
    }
  });
});

describe("with forced colours", () => {
  test("the lines that part the sections of a page touch no title", async () => {
    await lookForced("/poker-school/", async ({ page }) => {
      const sections = await page.locator("main section").evaluateAll((all) =>
        all.map((one) => {
          const { borderBlockStartWidth, paddingBlockStart } = getComputedStyle(one);
          return { isParted: borderBlockStartWidth !== "0px", isAtTheTop: paddingBlockStart === "0px" };
        }),
      );
      expect(sections.filter(({ isParted }) => isParted).length).toBeGreaterThan(2);
      expect(sections.filter(({ isParted, isAtTheTop }) => isParted && isAtTheTop)).toEqual([]);
    });
  });

  test("the current item of each bar can be told from the others", async () => {
    await lookForced("/house-rules/", async ({ page }) => {
      const lines = await page.locator("nav[aria-label^='In '] a").evaluateAll((links) =>
        links.map((link) => ({
          isCurrent: link.getAttribute("aria-current") === "page",
          line: getComputedStyle(link).borderBlockEndWidth,
        })),
      );
      expect(lines.filter(({ isCurrent }) => isCurrent).length).toBeGreaterThan(0);
      for (const { isCurrent, line } of lines) expect(line).toBe(isCurrent ? "3px" : "0px");
      const bar = page.locator("header nav > span[aria-hidden]");
      await waitUntil(async () => ((await bar.boundingBox())?.width ?? 0) > 0, { what: "the bar" });
      const [barColour, ground] = await bar.evaluate((one) => [
        getComputedStyle(one).backgroundColor,
        getComputedStyle(document.documentElement).backgroundColor,
      ]);
      expect(barColour).not.toBe(ground);
    });
  });

  test("what is drawn without a picture is seen: the mark of a small title, the arrows of menus and of links to other sites", async () => {
    await lookForced("/about-us/", async ({ page }) => {
      const drawn = await page.evaluate(() => {
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        return [
          [".eyebrow", "::before"],
          ["header nav button[popovertarget]", "::after"],
          ["footer a[target=_blank] *", "::after"],
        ].map(([selector = "", part]) => {
          const style = [...document.querySelectorAll(selector)]
            .map((element) => getComputedStyle(element, part))
            .find(({ content }) => content !== "none");
          const isBordered = Number.parseFloat(style?.borderTopWidth ?? "0") > 0;
          const colour = isBordered ? style?.borderTopColor : style?.backgroundColor;
          return { selector, isSeen: colour !== undefined && colour !== ground && !/^rgba.*, 0\)$/.test(colour) };
        });
      });
      expect(drawn.filter(({ isSeen }) => !isSeen)).toEqual([]);
    });
  });

  test("the focus ring of a menu's arrow stands inside its button, where no other words' ground lies over it", async () => {
    await lookForced("/about-us/", async ({ page }) => {
      await page.keyboard.press("Tab");
      const arrow = page.locator("header nav button[popovertarget]").first();
      await arrow.focus();
      const [style, reach] = await arrow.evaluate((button) => {
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(button);
        return [outlineStyle, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)];
      });
      expect([style, reach]).toEqual(["solid", 0]);
    });
  });

  test("logos keep the dark ground that they are drawn for, in the header and in the footer", async () => {
    await lookForced("/download/", async ({ page }) => {
      const grounds = await page
        .locator("a > img:not([alt=''])")
        .evaluateAll((logos) => logos.map((logo) => getComputedStyle(logo).backgroundColor));
      expect(grounds.length).toBeGreaterThan(1);
      // A lightness below 0.4 of 1.
      for (const ground of grounds) expect(ground).toMatch(/^oklch\(0\.[0-3]/);
    });
  });
});
