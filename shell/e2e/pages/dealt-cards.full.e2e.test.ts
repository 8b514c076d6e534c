import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";

const card = "main section > svg[aria-hidden]";
const widths = [390, 820, 1440, 320, 1024, 2000];

describe("the hero's hand, dealt through home", () => {
  const { look } = useSite("GGPPH");

  // One window for all of it.
  test(
    "at no width and scroll position a card lies over a text; each card is drawn large, is no content and no link, and turns up in its section; print and forced colours go without the cards, and the room they take",
    { timeout: 240_000 },
    async () => {
      await look("/", {}, async ({ page }) => {
        for (const width of sampledCases(3, widths)) {
          await page.setViewportSize({ width, height: 900 });
          expect(await listCoveredTexts(page), `${width} pixels wide`).toEqual([]);
        }

        await page.setViewportSize({ width: 1440, height: 900 });
        await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
        const cards = await page.locator(card).evaluateAll((all) =>
          all.map((one) => ({
            section: one.parentElement?.querySelector("h2")?.textContent,
            isDrawn: (one.querySelector("use")?.getBoundingClientRect().width ?? 100) > 90,
            isReached: one.querySelector("a, [tabindex], text") !== null,
          })),
        );
        expect(cards.map(({ section }) => section)).toHaveLength(6);
        expect(new Set(cards.map(({ section }) => section)).size).toBe(5);
        expect(cards.every(({ isDrawn, isReached }) => isDrawn && !isReached)).toBe(true);

        const countShown = (): Promise<number> =>
          page.locator(card).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
        expect(await countShown(), "on a screen").toBe(6);
        await page.emulateMedia({ media: "print" });
        expect(await countShown(), "in print").toBe(0);
        await page.emulateMedia({ media: null, forcedColors: "active" });
        expect(await countShown(), "with forced colours").toBe(0);
      });
    },
  );

  test("the cards lie still, in the light, for visitors who want less motion", async () => {
    await look("/", { reducedMotion: "reduce" }, async ({ page }) => {
      const seen = async (): Promise<unknown> =>
        page.locator(card).evaluateAll((all) =>
          all.map((one) => {
            const { opacity, rotate, translate, transform } = getComputedStyle(one);
            return { opacity, rotate, translate, transform };
          }),
        );
      const before = await seen();
      await page.evaluate(() => scrollTo(0, 3000));
      expect(await seen()).toEqual(before);
      expect(before).toMatchObject(Array.from({ length: 6 }, () => ({ opacity: "1" })));
    });
  });
});

/** Scrolls through home, and lists the texts that a card touches anywhere on the way. What lies on a panel is above the cards. */
function listCoveredTexts(page: Page): Promise<string[]> {
  return page.evaluate(async (selector) => {
    type Point = readonly [number, number];

    /** Whether two convex shapes touch: no line parts them. */
    const touch = (one: readonly Point[], other: readonly Point[]): boolean =>
      [one, other].every((shape) =>
        shape.every(([x, y], index) => {
          const [nextX, nextY] = shape[(index + 1) % shape.length] ?? [x, y];
          const along = (points: readonly Point[]): number[] =>
            points.map(([left, top]) => left * (nextY - y) - top * (nextX - x));
          const [a, b] = [along(one), along(other)];
          return Math.max(...a) > Math.min(...b) && Math.max(...b) > Math.min(...a);
        }),
      );

    const range = document.createRange();
    const measure = (text: Text): DOMRect[] => {
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    };

    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const parent = currentNode.parentElement;
      if (
        currentNode instanceof Text &&
        currentNode.data.trim() &&
        parent?.checkVisibility() &&
        !parent.closest("svg, .card, .visually-hidden")
      )
        texts.push(currentNode);
    }

    const covered = new Set<string>();
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 8) {
      scrollTo({ top, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      const cards = [...document.querySelectorAll<SVGSVGElement>(selector)].filter(
        (svg) => Number(getComputedStyle(svg).opacity) > 0.02,
      );
      // Once for all cards: to measure every text takes longer than all the rest.
      const lines = cards.length === 0 ? [] : texts.map((text) => ({ text, rects: measure(text) }));
      for (const svg of cards) {
        const matrix = svg.getScreenCTM() ?? undefined;
        const height = (svg.clientHeight / svg.clientWidth) * 100;
        const corners = [
          [0, 0],
          [100, 0],
          [100, height],
          [0, height],
        ].map(([x, y]): Point => {
          const { x: left, y: upper } = new DOMPoint(x, y).matrixTransform(matrix);
          return [left, upper];
        });
        for (const { text, rects } of lines) {
          for (const { left, right, top: upper, bottom } of rects) {
            if (
              touch(corners, [
                [left, upper],
                [right, upper],
                [right, bottom],
                [left, bottom],
              ])
            )
              covered.add(`${text.data.trim().slice(0, 40)} at ${Math.round(top)}`);
          }
        }
      }
    }
    return [...covered];
  }, card);
}
