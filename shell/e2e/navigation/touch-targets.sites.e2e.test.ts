import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";
import { openMenu } from "./menu.ts";
import { phone } from "./windows.ts";

/** Pixels that a finger needs in each direction. */
const finger = 44;

const touchScreen = { ...phone, hasTouch: true, isMobile: true, reducedMotion: "reduce" } as const;

/** Policies are pages of one kind, and so are ambassadors. */
const ofOneKind =
  /\/(ggteam\/.+|cookie-policy|house-rules|terms-conditions|withdrawal-policy|payment-details-policy)\/$/;

describeSitesInTurn(({ site, look }) => {
  test("B035 B090 on a touch screen each link and button of the menu and of the footer is as large as a fingertip", async () => {
    await look("/", touchScreen, async ({ page }) => {
      const footer = page.locator("footer");
      await footer.locator("summary").click();
      expect(await listSmallTargets(footer)).toEqual([]);
      await page.getByRole("button", { name: /^menu$/i }).click();
      const menu = page.locator(openMenu);
      await menu.waitFor();
      const small: string[] = [];
      for (const group of await menu.locator("summary").all()) {
        await group.click();
        small.push(...(await listSmallTargets(menu)));
      }
      expect([...new Set(small)]).toEqual([]);
    });
  });

  test(
    "on a touch screen each link of a page that is a paragraph or a list item of its own is as high as a fingertip",
    { timeout: 120_000 },
    async () => {
      const all = (await listPages(site())).map(({ path }) => path);
      const [ambassador] = all.filter((path) => /\/ggteam\/.+/.test(path));
      const paths = all.filter((path) => !ofOneKind.test(path) || path === ambassador);
      const small: string[] = [];
      let count = 0;
      await look("/", touchScreen, async ({ page }) => {
        for (const path of paths) {
          await page.goto(`${site().origin}${path}`);
          const links = await listLoneLinks(page);
          count += links.length;
          small.push(...links.filter(({ height }) => height < finger).map((link) => `${path} ${JSON.stringify(link)}`));
        }
      });
      expect(small).toEqual([]);
      expect(count).toBeGreaterThan(20);
    },
  );
});

/** The visible links and buttons that are smaller than a fingertip, with their sizes. */
function listSmallTargets(within: Locator): Promise<string[]> {
  return within.locator("a, button, summary").evaluateAll(
    (all, least) =>
      all.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        if (!target.checkVisibility({ visibilityProperty: true }) || (width >= least && height >= least)) return [];
        return [`${target.textContent.trim()}: ${width} x ${height}`];
      }),
    finger,
  );
}

/** The links of the page's content that have no text beside them, with their heights in pixels. */
function listLoneLinks(page: Page): Promise<{ text: string; height: number }[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("#content details")) details.open = true;
    return [...document.querySelectorAll("#content a")].flatMap((link) => {
      if (!link.checkVisibility({ visibilityProperty: true })) return [];
      const text = link.textContent.trim();
      const isAlone = link.closest("p, li, dd, td, div")?.textContent.trim() === text;
      if (!isAlone && getComputedStyle(link).display === "inline") return [];
      return [{ text, height: link.getBoundingClientRect().height }];
    });
  });
}
