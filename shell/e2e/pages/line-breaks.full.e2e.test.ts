import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { Locator } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { iphone, linux, windows } from "../downloads/agents.ts";
import type { Visit } from "../harness/open-browser.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { sampled } from "../harness/sampled.ts";
import { useSite } from "../harness/use-site.ts";
import { findTornWords } from "./torn-words.ts";

// Its words are the longest of the sites, and its addresses are.
const { site, visit } = useSite("GGPBR", { isShellEnough: false });

/** A phone of the smallest size, a usual one, a tablet, a phone on its side, and three windows of a desk. */
const widths = [320, 390, 820, 844, 1024, 1440, 1920];

/** Pages of which a sample has every width. Of the others it has a phone, a tablet and a desk, of which the sizes are taken in turn. */
const atEveryWidth = ["/", "/contact/"];
const listWidths = (path: string, place: number): readonly number[] =>
  sampled({
    all: widths,
    sample: atEveryWidth.includes(path)
      ? widths
      : ([
          [320, 820, 1440],
          [390, 844, 1920],
          [320, 1024, 1440],
        ][place % 3] ?? widths),
  });

let reading: Visit;
beforeAll(async () => {
  reading = await visit({ reducedMotion: "reduce" });
});
afterAll(() => reading?.close());

// One load of each page for all of it.
test.each([...pagesOfEachKind, "/streamer-mode/"].map((path, place) => [path, listWidths(path, place)] as const))(
  "on %s the words of every text are apart, no address is torn in its name, no arrow stands on a line of its own, no centred text ends in a short line, and no heading breaks a word in two, but at a hyphen; the word e-mail of the contact page is on one line in windows of every width",
  async (path, sizes) => {
    const { page } = reading;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site().origin}${site().prefix}${path}`);
    expect(await page.evaluate(findJoinedWords)).toEqual([]);
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 600 });
      const where = `${width} pixels wide`;
      expect(await page.evaluate(findTornText), where).toEqual([]);
      expect(await page.evaluate(findShortEnds), where).toEqual([]);
      expect(await page.evaluate(findTornWords, "main :is(h1, h2, h3)"), where).toEqual([]);
      // No page has the word as often.
      for (const css of path === "/contact/" ? ["", noRoom] : [])
        expect(await page.locator("main").evaluate(isMailTorn, css), `e-mail, ${where}`).toBe(false);
    }
    expect(await page.locator("a[href^='mailto:'], a svg").count()).toBeGreaterThan(0);
  },
);

test("the word e-mail is on the contact page, and one that can be torn would be found", async () => {
  const { page } = reading;
  await page.goto(`${site().origin}${site().prefix}/contact/`);
  const main = page.locator("main");
  expect(await main.getByText(/e-\u2060?mail/).count()).toBeGreaterThan(0);
  await main.evaluate((within) => within.append("An e-mail"));
  expect(await main.evaluate(isMailTorn, noRoom)).toBe(true);
});

/** The browsers on whose download page one system stands above the three others, and on whose page all four are listed, on tablets and at a desk. */
const listed = [
  { agent: iphone, count: 3, widths: [640, 700, 768, 820, 848, 1024, 1063, 1064, 1243] },
  { agent: windows, count: 3, widths: [640, 768, 1024, 1243] },
  { agent: linux, count: 4, widths: [640, 700, 768, 1024, 1243, 1244, 1280, 1366, 1440, 1920] },
].map((row) => ({ ...row, who: row.agent.who }));

test.each(listed)(
  "on the download page for $who each action of the $count systems is on one line, in both languages",
  async ({ agent, count, widths: all }) => {
    const { page, close } = await visit(agent.options);
    // The actions of the other language are shorter: a sample has them on the longest list alone, at its ends.
    const ends = all.filter((_, place) => place % (all.length - 1) === 0);
    const inEnglish = sampled({ all, sample: agent === linux ? ends : [] });
    for (const [language, sizes] of [["pt-br", all] as const, ["en", inEnglish] as const]) {
      if (sizes.length === 0) continue;
      await page.goto(`${site().origin}${toLocalizedPath(siteConfigs.GGPBR, language, "/download/")}`);
      for (const width of sizes) {
        await page.setViewportSize({ width, height: 600 });
        const lines = await countLines(page.locator("main li a.button").locator("visible=true"));
        const where = `in ${language}, ${width} pixels wide`;
        expect(lines, where).toHaveLength(count);
        expect(
          lines.filter((one) => one.lines !== 1),
          where,
        ).toEqual([]);
      }
    }
    await close();
  },
);

/** The texts of actions and the lines that they take. */
function countLines(actions: Locator): Promise<{ text: string; lines: number }[]> {
  return actions.evaluateAll((all) =>
    all.map((action) => {
      const range = document.createRange();
      range.selectNodeContents(action.lastChild ?? action);
      return { text: action.textContent, lines: range.getClientRects().length };
    }),
  );
}

/** Lets every text break at each place where it may, as without any room: what is on one line then is so in windows of every width. */
const noRoom = `main, main * {
  inline-size: 0 !important; min-inline-size: 0 !important;
  overflow-wrap: normal !important; word-break: normal !important; hyphens: manual !important;
}`;

/** Whether one of the words e-mail in an element goes on in another line behind its hyphen, with a style sheet. */
function isMailTorn(within: Element, css: string): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  let isTorn = false;
  const range = document.createRange();
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/e-\u2060?mail/gi)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      isTorn ||= new Set(lines.map(({ top }) => Math.round(top))).size > 1;
    }
  }
  document.adoptedStyleSheets.pop();
  return isTorn;
}

/** Addresses that wrap elsewhere than behind their `@`, and arrows of links that are not on the line of a word. */
function findTornText(): string[] {
  const torn: string[] = [];
  const range = document.createRange();
  for (const link of document.querySelectorAll("a[href^='mailto:'], a[target='_blank']")) {
    if (!link.checkVisibility()) continue;
    const arrow = link.querySelector("svg")?.getBoundingClientRect();
    let isBesideWord = arrow === undefined;
    const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.className.includes("visually-hidden")) continue;
      for (const { 0: part, index } of (node.textContent ?? "").matchAll(/[^@\s]+@?/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + part.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (link.matches("[href^='mailto:']") && new Set(lines.map(({ top }) => Math.round(top))).size > 1)
          torn.push(`${link.textContent} in ${part}`);
        isBesideWord ||= lines.some(({ top, bottom }) => arrow && top < arrow.bottom && arrow.top < bottom);
      }
    }
    if (!isBesideWord) torn.push(`the arrow of ${link.textContent}`);
  }
  return torn;
}

/** Centred texts whose last line is less than half as wide as their widest one. */
function findShortEnds(): string[] {
  return [...document.body.querySelectorAll("p, h1, h2, h3, a, button, td, th")].flatMap((element) => {
    const { textAlign, display } = getComputedStyle(element);
    if (textAlign !== "center" || display === "inline" || !element.checkVisibility({ visibilityProperty: true }))
      return [];
    const range = document.createRange();
    const lines = new Map<number, { left: number; right: number }>();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNode(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (right - left < 2) continue;
        const middle = [...lines.keys()].find((one) => top < one && one < bottom) ?? (top + bottom) / 2;
        const line = lines.get(middle) ?? { left, right };
        lines.set(middle, { left: Math.min(line.left, left), right: Math.max(line.right, right) });
      }
    }
    const sorted = [...lines].toSorted(([one], [other]) => one - other).map(([, { left, right }]) => right - left);
    const last = sorted.at(-1) ?? 0;
    return sorted.length > 1 && last < Math.max(...sorted) / 2 ? [element.textContent] : [];
  });
}

/** Texts that end in a space which is not drawn, although what follows them stands on the same line. */
function findJoinedWords(): string[] {
  const joined: string[] = [];
  const [space, next] = [document.createRange(), document.createRange()];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? "";
    if (!/\S\s$/.test(text) || !node.nextSibling?.textContent || !node.parentElement?.checkVisibility()) continue;
    space.setStart(node, text.length - 1);
    space.setEnd(node, text.length);
    next.selectNode(node.nextSibling);
    const { width, bottom } = space.getBoundingClientRect();
    const follower = next.getClientRects()[0];
    if (width === 0 && follower && follower.width > 1 && follower.top < bottom)
      joined.push(`${text}${node.nextSibling.textContent}`);
  }
  return joined;
}
