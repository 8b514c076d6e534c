import { toLocalizedPath } from "@site/contracts/locale/locale";
import { expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { iphone, linux, windows } from "../downloads/agents.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { useSite } from "../harness/use-site.ts";
import { findTornWords } from "./torn-words.ts";

// Its words are the longest of the sites, and its addresses are.
const { site, look } = useSite("GGPBR", { isShellEnough: false });

/** A phone of the smallest size, a usual one, a tablet, and a phone on its side. */
const widths = [320, 390, 820, 844];

/** The same, and two windows of a desk. */
const allWidths = [...widths, 1440, 1920];

test.each(pagesOfEachKind)(
  "on %s the words of every text are apart, no address is torn in its name, no arrow stands on a line of its own, and no centred text ends in a short line",
  async (path) => {
    await look(path, { reducedMotion: "reduce" }, async ({ page }) => {
      expect(await page.evaluate(findJoinedWords)).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 1180 });
        expect(await page.evaluate(findTornText), `${width} pixels wide`).toEqual([]);
      }
      for (const width of allWidths) {
        await page.setViewportSize({ width, height: 1180 });
        expect(await page.evaluate(findShortEnds), `${width} pixels wide`).toEqual([]);
      }
      expect(await page.locator("a[href^='mailto:'], a svg").count()).toBeGreaterThan(0);
    });
  },
);

test.each([...pagesOfEachKind, "/streamer-mode/"])(
  "no heading on %s breaks a word in two, but at a hyphen",
  async (path) => {
    await look(path, { reducedMotion: "reduce" }, async ({ page }) => {
      for (const width of [320, 390, 820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(findTornWords, "main :is(h1, h2, h3)"), `${width} pixels wide`).toEqual([]);
      }
    });
  },
);

test("on the contact page the word e-mail is on one line in windows of every width", async () => {
  await look("/contact/", { reducedMotion: "reduce" }, async ({ page }) => {
    const torn: number[] = [];
    for (let width = 320; width <= 1440; width += 20) {
      await page.setViewportSize({ width, height: 1180 });
      if (await page.locator("main").evaluate(isMailTorn)) torn.push(width);
    }
    expect(torn).toEqual([]);
    expect(
      await page
        .locator("main")
        .getByText(/e-\u2060?mail/)
        .count(),
    ).toBeGreaterThan(0);
  });
});

/** The browsers on whose download page one system stands above the three others, and on whose page all four are listed. */
const listed = [
  {
    who: iphone.who,
    options: iphone.options,
    count: 3,
    place: "on tablets",
    widths: [640, 700, 768, 820, 848, 1024, 1063, 1064, 1243],
  },
  { who: windows.who, options: windows.options, count: 3, place: "on tablets", widths: [640, 768, 1024, 1243] },
  { who: linux.who, options: linux.options, count: 4, place: "on tablets", widths: [640, 700, 768, 1024, 1243] },
  { who: linux.who, options: linux.options, count: 4, place: "at a desk", widths: [1244, 1280, 1366, 1440, 1920] },
];

test.each(listed.flatMap((row) => ["pt-br", "en"].map((language) => ({ ...row, language }))))(
  "on the download page in $language for $who each action of the $count systems is on one line $place",
  async ({ options, count, widths, language }) => {
    await look("/download/", options, async ({ page }) => {
      await page.goto(`${site().origin}${toLocalizedPath(siteConfigs.GGPBR, language, "/download/")}`);
      const actions = page.locator("main li a.button").locator("visible=true");
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const texts = await actions.evaluateAll((all) =>
          all.map((action) => {
            const range = document.createRange();
            range.selectNodeContents(action.lastChild ?? action);
            return { text: action.textContent, lines: range.getClientRects().length };
          }),
        );
        expect(texts, `${width} pixels wide`).toHaveLength(count);
        expect(
          texts.filter(({ lines }) => lines !== 1),
          `${width} pixels wide`,
        ).toEqual([]);
      }
    });
  },
);

/** Whether one of the words e-mail in an element goes on in another line behind its hyphen. */
function isMailTorn(within: Element): boolean {
  const range = document.createRange();
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/e-\u2060?mail/gi)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) return true;
    }
  }
  return false;
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
