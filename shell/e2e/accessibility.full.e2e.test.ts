import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInFull } from "./harness/describe-sites.ts";
import { openBrowser } from "./harness/open-browser.ts";
import { listPages } from "./harness/site-pages.ts";
import type { SiteAddress } from "./harness/start-site.ts";
import { sampled } from "./harness/sampled.ts";
import { openMenu } from "./navigation/menu.ts";
import { findAxeViolations } from "./harness/find-axe-violations.ts";
import { isBroken, listBadNames, saysTwice } from "./pages/accessible-names.ts";

/** The status of a page that is not there. */
const missing = /^404 GET .*\/no-such-page\/$/;

const phone = { width: 390, height: 844 };
/** The other widths, of which the last one is a desk's. */
const widths = [320, 820, 1440];

/** In a sample these are checked with what is around their content, and at a desk too: a page of each layout, the one with the help chat, and the error page. */
const framePages = ["/", "/ggteam/", "/contact/", "/responsible-gaming/", "/no-such-page/"];

/** Policies have one template: in a sample there are the terms, the one with a table of cookies, and the one with a table of times. */
const furtherPolicies = /\/(house-rules|payment-details-policy|privacy-policy)\/$/;

test("the check finds an accessible name that repeats its words, and no other", () => {
  expect(["Monogram of Ace Marlowe Ace Marlowe", "Blog blog"].map(saysTwice)).toEqual([true, true]);
  expect(["Ace Marlowe", "Terms & Conditions", "Daily Freebie Daily"].map(saysTwice)).toEqual([false, false, false]);
});

test("the check finds a number's point without the number and a mail address with a space, and nothing else", () => {
  expect([". Complaints", "help@ ggp.example"].map(isBroken)).toEqual([true, true]);
  expect(["12. Complaints", "Complaints", "help@ggp.example"].map(isBroken)).toEqual([false, false, false]);
});

test("what is wrong on a page, or in a part of it, would be found", async () => {
  const { page, close } = await openBrowser().visit();
  await page.setContent(
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1></main><footer><img src="data:,"></footer></html>`,
  );
  expect(await findAxeViolations(page)).toEqual([expect.stringMatching(/^critical image-alt \(1\): <img /)]);
  expect(await findAxeViolations(page, "footer")).toHaveLength(1);
  expect(await findAxeViolations(page, "main")).toEqual([]);
  await close();
});

describeSitesInFull(({ site, visit }) => {
  // One load of each page for all of it: it begins on a phone, and ends at a desk.
  test(
    "on every page an automated check of accessibility finds nothing, on a phone, also in the open menu, and at a desk; each link and button has a name and says it once, and each cell of a table its column once; no page or table can be scrolled sideways, at any width; the first Tab reaches the skip link, which leads to the content",
    { timeout: 360_000 },
    async () => {
      const { page, expects, close } = await visit({ viewport: phone, reducedMotion: "reduce" });
      expects("failed request", missing);
      const client = await page.context().newCDPSession(page);
      const isWhole = isSampled(site(), framePages);
      const found: string[] = [];
      for (const path of await listSampled(site())) {
        await page.setViewportSize(phone);
        await page.goto(`${site().origin}${path}`);
        const part = isWhole(path) ? undefined : "main";
        for (const violation of await findAxeViolations(page, part))
          found.push(`${path} at ${phone.width}: ${violation}`);
        for (const name of await listBadNames(client)) found.push(`${path} at ${phone.width}: "${name}"`);
        for (const culprit of await listOverflowing(page)) found.push(`${path} at ${phone.width}: ${culprit}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          for (const culprit of await listOverflowing(page)) found.push(`${path} at ${width}: ${culprit}`);
        }
        if (part !== undefined) continue;
        for (const name of await listBadNames(client)) found.push(`${path} at a desk: "${name}"`);
        for (const violation of await findAxeViolations(page)) found.push(`${path} at a desk: ${violation}`);
        await expectSkipLink(page, path);
      }
      expect(found).toEqual([]);
      await page.setViewportSize(phone);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.locator(openMenu).waitFor();
      expect(await findAxeViolations(page), "the open menu on a phone").toEqual([]);
      await close();
    },
  );
});

/** Says whether a path is in a sample of pages, which are named without the prefix. Every path is, where all are checked. */
function isSampled({ prefix }: SiteAddress, pages: readonly string[]): (path: string) => boolean {
  return (path) => sampled({ all: true, sample: pages.some((page) => `${prefix}${page}` === path) });
}

/** The first key in a document is a Tab, and the second one Enter. */
async function expectSkipLink(page: Page, path: string): Promise<void> {
  await page.keyboard.press("Tab");
  const link = page.locator(":focus");
  expect(await link.textContent(), path).toBe("Skip to content");
  expect(await link.evaluate((element) => element.getBoundingClientRect().top >= 0), `${path} shows it`).toBe(true);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id), path).toBe("content");
}

/** Every page, and one that does not exist. In a sample there is one ambassador for all of them, which differ in their words, as policies do. */
async function listSampled(site: SiteAddress): Promise<string[]> {
  const pages = await listPages(site);
  const [ambassador] = pages.filter(({ route }) => route.parameter);
  const sample = pages.filter((one) => (!one.route.parameter || one === ambassador) && !furtherPolicies.test(one.path));
  return [...sampled({ all: pages, sample }).map(({ path }) => path), `${site.prefix}/no-such-page/`];
}

/** Tables that hide a column, and what reaches past the right edge of a page that can be scrolled sideways. */
function listOverflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tables = [...document.querySelectorAll("main table")].filter(
      ({ parentElement: frame }) => frame && frame.scrollWidth > frame.clientWidth,
    );
    if (tables.length > 0) return tables.map(({ textContent }) => `the table ${textContent.slice(0, 40)}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth - clientWidth} px, ${wide
        .slice(0, 3)
        .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
        .join(", ")}`,
    ];
  });
}
