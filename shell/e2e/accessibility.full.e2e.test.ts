import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInFull } from "./harness/describe-sites.ts";
import { listPages } from "./harness/site-pages.ts";
import { pagesOfEachKind } from "./harness/pages-of-each-kind.ts";
import type { SiteAddress } from "./harness/start-site.ts";
import { sampled } from "./harness/sampled.ts";
import { openMenu } from "./navigation/menu.ts";
import { findAxeViolations } from "./harness/find-axe-violations.ts";
import { isBroken, listBadNames, saysTwice } from "./pages/accessible-names.ts";

/** The status of a page that is not there. */
const missing = /^404 GET .*\/no-such-page\/$/;

const phone = { width: 390, height: 844 };
const widths = [320, 390, 820, 1440];

test("the check finds an accessible name that repeats its words, and no other", () => {
  expect(["Monogram of Ace Marlowe Ace Marlowe", "Blog blog"].map(saysTwice)).toEqual([true, true]);
  expect(["Ace Marlowe", "Terms & Conditions", "Daily Freebie Daily"].map(saysTwice)).toEqual([false, false, false]);
});

test("the check finds a number's point without the number and a mail address with a space, and nothing else", () => {
  expect([". Complaints", "help@ ggp.example"].map(isBroken)).toEqual([true, true]);
  expect(["12. Complaints", "Complaints", "help@ggp.example"].map(isBroken)).toEqual([false, false, false]);
});

describeSitesInFull(({ site, visit }) => {
  // One load of each page for all of it.
  test(
    "on a phone an automated check of accessibility finds nothing on any page, also in the open menu; each link and button has a name and says it once, and each cell of a table its column once; no page or table can be scrolled sideways, at any width",
    { timeout: 360_000 },
    async () => {
      const { page, expects, close } = await visit({ viewport: phone, reducedMotion: "reduce" });
      expects("failed request", missing);
      const client = await page.context().newCDPSession(page);
      const found: string[] = [];
      for (const path of await listAll(site())) {
        await page.goto(`${site().origin}${path}`);
        for (const violation of await findAxeViolations(page)) found.push(`${path}: ${violation}`);
        for (const name of await listBadNames(client)) found.push(`${path} at ${phone.width}: "${name}"`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          for (const culprit of await listOverflowing(page)) found.push(`${path} at ${width}: ${culprit}`);
        }
        // At the last of the widths, a desk's.
        for (const name of await listBadNames(client)) found.push(`${path} at ${widths.at(-1)}: "${name}"`);
        await page.setViewportSize(phone);
      }
      expect(found).toEqual([]);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.locator(openMenu).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await close();
    },
  );

  test("an automated check of accessibility finds nothing on any page, on a desk", { timeout: 180_000 }, async () => {
    const { page, expects, close } = await visit({ reducedMotion: "reduce" });
    expects("failed request", missing);
    const found: string[] = [];
    for (const path of await listSampled(site())) {
      await page.goto(`${site().origin}${path}`);
      for (const violation of await findAxeViolations(page)) found.push(`${path}: ${violation}`);
    }
    expect(found).toEqual([]);
    await close();
  });

  test("what is wrong on a page, or in a part of it, would be found", async () => {
    const { page, close } = await visit({ reducedMotion: "reduce" });
    await page.goto(`${site().origin}${site().prefix}/contact/`);
    await page.evaluate(() => document.querySelector("footer")?.append(new Image(10, 10)));
    expect(await findAxeViolations(page)).toEqual([expect.stringMatching(/^critical image-alt \(1\): <img /)]);
    expect(await findAxeViolations(page, "footer")).toHaveLength(1);
    expect(await findAxeViolations(page, "main")).toEqual([]);
    await close();
  });

  test("the first Tab reaches the skip link, which leads to the content of every page", async () => {
    const { page, expects, close } = await visit();
    expects("failed request", missing);
    for (const path of await listSampled(site())) {
      await page.goto(`${site().origin}${path}`);
      await page.keyboard.press("Tab");
      const link = page.locator(":focus");
      expect(await link.textContent(), path).toBe("Skip to content");
      expect(await link.evaluate((element) => element.getBoundingClientRect().top >= 0), `${path} shows it`).toBe(true);
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id), path).toBe("content");
    }
    await close();
  });
});

/** Every page, and one that does not exist. */
async function listAll(site: SiteAddress): Promise<string[]> {
  return [...(await listPages(site)).map(({ path }) => path), `${site.prefix}/no-such-page/`];
}

/** A page of each layout in a sample, every page else. */
async function listSampled(site: SiteAddress): Promise<string[]> {
  const sample = [...pagesOfEachKind, "/no-such-page/"].map((path) => `${site.prefix}${path}`);
  return sampled({ all: await listAll(site), sample });
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
