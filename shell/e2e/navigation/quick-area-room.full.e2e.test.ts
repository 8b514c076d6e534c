import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { listPages } from "../harness/site-pages.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampled } from "../harness/sampled.ts";

const { site, look } = useSite("GGPPH", { isShellEnough: false });

/** A page of each layout. */
const ofEachKind = ["/", "/download/", "/ggteam/", "/responsible-gaming/", "/terms-conditions/", "/no-such-page/"];

/** Scrolls by pixels, at once, and shows all three buttons, as after the page has stood still for a while (B083, B084). */
async function standAt(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
  await page.evaluate(() => {
    document.documentElement.dataset["scroll"] = "still";
  });
}

const readHeight = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight - innerHeight);

/** The texts and controls of the page that a button of the quick area lies on, as they are painted. */
function listCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const area = document.querySelector("[data-quick-area]");
    if (!area) return ["there is no quick area"];
    const buttons = [...area.querySelectorAll("a, button")].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]"),
    );
    const bar = area.getBoundingClientRect();
    // A bar from edge to edge that lets nothing through ends the window: what is behind it is not in view. The root keeps a
    // place for the scrollbar beside the body.
    const isBar =
      bar.left <= 0 &&
      bar.right >= document.body.getBoundingClientRect().right &&
      /^(rgb|oklch)\([^/,]*(,[^,]*){0,2}\)$/.test(getComputedStyle(area).backgroundColor);
    if (isBar)
      return bar.bottom > innerHeight + 1 || bar.height > 80
        ? [`a bar of ${bar.height}, down to ${bar.bottom} of ${innerHeight}`]
        : [];
    const boxes = buttons.map((one) => one.getBoundingClientRect());
    const covers = (rect: DOMRect): boolean =>
      boxes.some(
        (box) => rect.left < box.right && rect.right > box.left && rect.top < box.bottom && rect.bottom > box.top,
      );
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      if (
        !node.textContent?.trim() ||
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        area.contains(parent) ||
        parent.closest(".visually-hidden, .skip-link")
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some(covers)) found.add(node.textContent.trim().slice(0, 60));
    }
    for (const control of document.querySelectorAll("a, button, summary, input, select")) {
      if (
        !area.contains(control) &&
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.matches(".skip-link") &&
        covers(control.getBoundingClientRect())
      )
        found.add(control.outerHTML.slice(0, 80));
    }
    return [...found];
  });
}

/** The control with the focus when something lies on its middle, nothing when it is in view, and `end` when no control has the focus. */
function lookAtFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return "end";
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, Math.min(box.bottom - 2, box.top + box.height / 2));
    return top && (one.contains(top) || top.contains(one)) ? "" : one.outerHTML.slice(0, 100);
  });
}

describe("B287 the quick area", () => {
  test(
    "covers no text and no control of any page, on phones, tablets and desks, at every scroll position",
    { timeout: 240_000 },
    async () => {
      const found: string[] = [];
      await look("/", { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" }, async ({ page, expects }) => {
        expects("failed request", /^404 GET .*\/no-such-page\/$/);
        const pages = (await listPages(site())).map((one) => one.path);
        for (const path of sampled({ all: [...pages, "/no-such-page/"], sample: ofEachKind })) {
          await page.goto(`${site().origin}${path}`);
          await page.locator("html[data-scroll]").waitFor();
          for (const [width, height] of [
            [390, 844],
            [768, 1024],
            [1024, 768],
            [1280, 720],
            [1440, 900],
          ] as const) {
            await page.setViewportSize({ width, height });
            const end = await readHeight(page);
            for (const part of [0, 0.3, 0.65, 1]) {
              await standAt(page, Math.round(end * part));
              for (const text of await listCovered(page)) found.push(`${path} at ${width}, ${part}: ${text}`);
            }
          }
        }
      });
      expect(found).toEqual([]);
    },
  );

  test.for([
    [390, 844],
    [320, 640],
  ] as const)(
    "leaves its own room after the footer at %d by %d: the last line of every page ends above it",
    async ([width, height]) => {
      await look("/", { viewport: { width, height } }, async ({ page }) => {
        for (const path of ["/", "/responsible-gaming/", "/privacy-policy/"]) {
          await page.goto(`${site().origin}${path}`);
          await standAt(page, await readHeight(page));
          const [last, bar] = await page.evaluate(() => [
            document.querySelector("footer")?.getBoundingClientRect().bottom,
            document.querySelector("[data-quick-area]")?.getBoundingClientRect().top,
          ]);
          expect(last, path).toBeLessThanOrEqual((bar ?? 0) + 1);
        }
      });
    },
  );

  test("never hides what the keyboard is at: every control of responsible gaming on a phone is in view when Tab reaches it", async () => {
    await look("/responsible-gaming/", { viewport: { width: 390, height: 844 } }, async ({ page }) => {
      const hidden: string[] = [];
      for (let step = 0; step < 200; step += 1) {
        await page.keyboard.press("Tab");
        // The page scrolls to the control in frames of its own.
        let seen = await lookAtFocus(page);
        await waitUntil(async () => ["", "end"].includes((seen = await lookAtFocus(page))), {
          what: "the control in view",
          within: 2000,
        }).catch(() => hidden.push(seen));
        if (seen === "end") break;
      }
      expect(hidden).toEqual([]);
    });
  });

  test.for([
    [320, 256],
    [844, 390],
  ] as const)("stands in the flow after the footer at %d by %d, as at 400 % zoom", async ([width, height]) => {
    await look("/responsible-gaming/", { viewport: { width, height } }, async ({ page }) => {
      expect(await page.locator("[data-quick-area]").evaluate((area) => getComputedStyle(area).position)).toBe(
        "static",
      );
      const end = await readHeight(page);
      await standAt(page, Math.round(end / 2));
      expect(
        await page.locator("[data-quick-area]").evaluate((area) => area.getBoundingClientRect().top > innerHeight),
      ).toBe(true);
      await standAt(page, end);
      for (const name of ["Help Chat", "Download", "Page Top"]) {
        const button = page.locator(`[data-quick-area] [aria-label='${name}']`).locator("visible=true");
        await waitUntil(async () => (await button.count()) === 1, { what: name });
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(24);
      }
    });
  });

  test.for([
    [320, 256],
    [568, 320],
    [390, 480],
  ] as const)(
    "opens a panel of the help chat that is inside the window at %d by %d, and scrolls to its last button",
    async ([width, height]) => {
      const options = { viewport: { width, height }, javaScriptEnabled: false };
      await look("/responsible-gaming/", options, async ({ page }) => {
        await page.locator("[data-quick-area]").getByRole("button", { name: "Help Chat" }).click();
        const panel = page.getByRole("dialog", { name: "Help Chat" });
        const box = await panel.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
        await panel.getByRole("button").last().click();
        await panel.waitFor({ state: "hidden" });
      });
    },
  );

  test.for([
    [390, 844],
    [1440, 900],
  ] as const)(
    "on responsible gaming no download is in the colour of an action at %d by %d, in the header, the menu or the area; elsewhere it is",
    async ([width, height]) => {
      await look("/responsible-gaming/", { viewport: { width, height } }, async ({ page }) => {
        const listLoud = () =>
          page.evaluate(() => {
            const probe = document.createElement("i");
            probe.className = "button";
            document.body.append(probe);
            const action = getComputedStyle(probe).backgroundColor;
            probe.remove();
            return [...document.querySelectorAll('[data-slot="download/button"] a')].filter((link) => {
              const { backgroundColor, color } = getComputedStyle(link);
              return backgroundColor === action || color === action;
            }).length;
          });
        expect(
          await page.locator('[data-quick-area] [data-slot="download/button"] a').locator("visible=true").count(),
        ).toBe(1);
        expect(await listLoud()).toBe(0);
        await page.goto(`${site().origin}/contact/`);
        expect(await listLoud()).toBeGreaterThan(0);
      });
    },
  );
});
