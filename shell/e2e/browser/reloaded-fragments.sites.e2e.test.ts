import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import type { Visit } from "../harness/open-browser.ts";
import { untilCore } from "../releases/soft-visit.ts";

/** When a visitor leaves or reloads the page. */
const moments = [
  { when: "before the core has started", isEarly: true },
  { when: "after the core has started", isEarly: false },
];

describeSitesInTurn(({ site, visit }) => {
  /** Opens a page at a fragment, which every later document of the tab shows in another typeface. */
  async function openAtTarget(isEarly: boolean): Promise<Visit> {
    const visited = await visit();
    const { page } = visited;
    await page.goto(`${site().origin}${site().prefix}/terms-conditions/#complaints`);
    if (!isEarly) await untilCore(visited);
    await expect.poll(() => isAtTarget(page)).toBe(true);
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":root { --font: monospace !important }");
      document.adoptedStyleSheets = [sheet];
    });
    return visited;
  }

  test.for(moments)(
    "B284 B293 a reload $when keeps a fragment's target below the header in a first paint with another typeface",
    async ({ isEarly }) => {
      const { page, close } = await openAtTarget(isEarly);
      const before = await readTop(page);
      for (let reloads = 0; reloads < 2; reloads += 1) {
        await page.reload();
        await expect.poll(() => isAtTarget(page)).toBe(true);
      }
      expect(await readTop(page)).not.toBe(before);
      await close();
    },
  );

  test.for(moments)(
    "B284 Back from elsewhere, to a page that was left $when, keeps a fragment's target below the header in another typeface",
    async ({ isEarly }) => {
      const { page, close } = await openAtTarget(isEarly);
      await page.goto(`${site().origin}/healthz`);
      await page.goBack();
      await expect.poll(() => isAtTarget(page)).toBe(true);
      await close();
    },
  );

  test.for(moments)(
    "B284 a page that was scrolled away from its fragment's target is where it was after a reload $when",
    async ({ isEarly }) => {
      const { page, close } = await openAtTarget(isEarly);
      await page.evaluate(() => scrollTo(0, 1000));
      await page.reload();
      await expect.poll(() => readTop(page)).toBe(1000);
      await close();
    },
  );

  test("B284 a reload at a fragment keeps what else the entry of the history holds", async () => {
    const { page, close } = await openAtTarget(false);
    await page.evaluate(() => history.replaceState({ ...history.state, own: "kept" }, ""));
    await page.reload();
    await expect.poll(() => isAtTarget(page)).toBe(true);
    expect(await page.evaluate(() => history.state?.own)).toBe("kept");
    await close();
  });
});

/** Whether the target's upper edge is right below the header. */
function isAtTarget(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const top = document.querySelector(":target")?.getBoundingClientRect().top ?? NaN;
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? NaN;
    return top >= header && top < header + 32;
  });
}

function readTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}
