// No live region of the site has a text field, so what a visitor can have done before is: opened something, and put
// the focus somewhere. Both must outlive hydration.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "./harness/open-browser.ts";
import { listPages } from "./harness/site-pages.ts";
import { describeSitesInTurn } from "./harness/describe-sites.ts";
import { sampled, sampledCases } from "./harness/sampled.ts";
import { openMenu } from "./navigation/menu.ts";

/** What a visitor's touch left behind: `undefined` where it opens nothing. */
interface Touched {
  opened: string | undefined;
  /** What it becomes a little after the region is hydrated, once further code is there. */
  becomes?: string;
}

/** How a visitor touches an island, by its name. The touch itself must not lead away from the page. */
const touches: Record<string, (page: Page, island: string) => Promise<Touched>> = {
  "navigation/header": async (page, island) => {
    const wide = (page.viewportSize()?.width ?? 0) >= 1244;
    await page.locator(`${island} button[popovertarget]:visible`).first().click();
    return { opened: wide ? `${island} nav :popover-open` : openMenu };
  },
  "download/button": async (page, island) => {
    await page.locator(`${island} a:visible`).first().press("a");
    return { opened: undefined };
  },
  "download/page": async (page, island) => {
    await page.locator(`${island} summary`).first().click();
    return { opened: `${island} details[open]` };
  },
  "content/record-badge": async (page, island) => {
    await page.locator(`${island} button[aria-haspopup=dialog]`).click();
    return { opened: "main dialog:is(:modal, :popover-open)", becomes: "main dialog:modal" };
  },
  "support-chat/launcher": async (page, island) => {
    const button = page.locator(`${island} button[aria-label][popovertarget]`);
    if ((await button.count()) === 0) {
      await page.locator(island).locator(":scope > *").first().scrollIntoViewIfNeeded();
      return { opened: undefined };
    }
    await button.click();
    return { opened: `${island} :popover-open` };
  },
};

/** In a sample, a page with each region: of home, of the download page, of the help chat, which is below two bars, and of all pages. */
const withEachRegion = ["/", "/contact/", "/download/", "/responsible-gaming/", "/no-such-page/"];

/** The status of a page that is not there. */
const missing = /^404 GET .*\/no-such-page\/$/;

describeSitesInTurn(({ site, visit }) => {
  test(
    "on every page each region is hydrated in place: same elements, same focus, what was open stays open",
    { timeout: 120_000 },
    async () => {
      const visited = await visit();
      visited.expects("failed request", missing);
      const all = [...(await listPages(site())).map(({ path }) => path), `${site().prefix}/no-such-page/`];
      const paths = sampled({
        all,
        sample: withEachRegion.map((path) => `${site().prefix}${path}`),
      });
      for (const path of paths) await comeAlive(visited, `${site().origin}${path}`);
      await visited.close();
    },
  );

  test("on a phone the full-screen menu stays open, and unfolded, while it is hydrated", async () => {
    const visited = await visit({ viewport: { width: 390, height: 844 } });
    const { page, messages, expects } = visited;
    expects("failed request", missing);
    for (const path of sampledCases(2, ["/", "/no-such-page/", "/responsible-gaming/", "/contact/", "/download/"])) {
      await page.goto(`${site().origin}${site().prefix}${path}`);
      await keepElements(page, '[data-island="navigation/header"]');
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      const menu = page.locator(openMenu);
      await menu.locator("summary").first().click();
      await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
      const button = menu.locator('[data-island^="download/button"]');
      await button.locator("a:visible").first().press("a");
      await menu.locator('[data-island^="download/button"][data-live]').waitFor({ state: "attached" });
      expect(await menu.count(), `the menu of ${path}`).toBe(1);
      expect(await menu.locator("details[open]").count(), `unfolded groups on ${path}`).toBe(1);
      expect(await button.evaluate((host) => host.contains(document.activeElement)), `the focus on ${path}`).toBe(true);
      expect(await listLost(page), `elements lost on ${path}`).toEqual([]);
      expect.soft(messages, path).toEqual([]);
    }
    await visited.close();
  });
});

async function comeAlive({ page, messages, events, violations }: Visit, url: string): Promise<void> {
  messages.length = 0;
  await page.goto(url);
  // Those of the quick area first: it is hidden for a second after the page was scrolled to another (B083).
  const ids = await page.locator("[data-island]").evaluateAll((hosts) =>
    hosts
      .toSorted(
        (one, other) =>
          Number(other.closest("[data-quick-area]") !== null) - Number(one.closest("[data-quick-area]") !== null),
      )
      .filter((host) =>
        [...host.querySelectorAll("*")].some((element) => element.checkVisibility({ visibilityProperty: true })),
      )
      .map((host) => host.getAttribute("data-island") ?? ""),
  );
  expect(ids.length, `islands on ${url}`).toBeGreaterThan(1);
  for (const id of ids) {
    const island = `[data-island="${id}"]`;
    const touch = touches[id.replace(/\.\d+$/, "")];
    if (!touch) throw new Error(`This test has no touch for ${id}.`);
    const text = await page.locator(island).textContent();
    await keepElements(page, island);
    const { opened, becomes } = await touch(page, island);
    const focused = await page.evaluateHandle(() => document.activeElement);
    await page.locator(`${island}[data-live]`).waitFor({ state: "attached" });
    expect(await listLost(page), `elements lost in ${id} of ${url}`).toEqual([]);
    if (opened !== undefined) expect(await page.locator(opened).count(), `what was opened in ${id} of ${url}`).toBe(1);
    if (becomes !== undefined) await page.locator(becomes).waitFor();
    expect(
      await focused.evaluate((element) => element === document.activeElement),
      `the focus in ${id} of ${url}`,
    ).toBe(true);
    // The chat says in words what it found out once it is hydrated.
    if (!id.startsWith("support-chat/"))
      expect(await page.locator(island).textContent(), `the text of ${id} of ${url}`).toBe(text);
    await page.keyboard.press("Escape");
  }
  expect.soft(messages, url).toEqual([]);
  expect.soft(await violations(), url).toEqual([]);
  const failed = (await events()).filter(({ name }) => name === "remote:failed");
  expect.soft(failed, url).toEqual([]);
}

declare global {
  interface Window {
    /** Elements the server sent, held by identity. */
    kept: Element[];
  }
}

/** A status that says something else once it is hydrated may say it in a new element. */
function keepElements(page: Page, island: string): Promise<void> {
  return page.evaluate((selector) => {
    window.kept = [...document.querySelectorAll(`${selector} :not([role=status] *)`)];
  }, island);
}

function listLost(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.kept.filter((element) => !element.isConnected).map((element) => element.outerHTML.slice(0, 160)),
  );
}
