import { expect, test } from "vitest";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { useSite } from "../harness/use-site.ts";

// Its words are the longest of the sites, and its addresses are.
const { look } = useSite("GGPBR", { isShellEnough: false });

/** A phone of the smallest size, a usual one, a tablet, and a phone on its side. */
const widths = [320, 390, 820, 844];

test.each(pagesOfEachKind)(
  "on %s the words of every text are apart, no address is torn in its name, and no arrow stands on a line of its own",
  async (path) => {
    await look(path, { reducedMotion: "reduce" }, async ({ page }) => {
      expect(await page.evaluate(findJoinedWords)).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 1180 });
        expect(await page.evaluate(findTornText), `${width} pixels wide`).toEqual([]);
      }
      expect(await page.locator("a[href^='mailto:'], a svg").count()).toBeGreaterThan(0);
    });
  },
);

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
