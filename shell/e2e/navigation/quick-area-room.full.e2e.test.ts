import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hurryCore } from "../harness/hurry-core.ts";
import { listPages } from "../harness/site-pages.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampled } from "../harness/sampled.ts";

// At night it is the whole browser, which breaks lines at other places.
const { site, look } = useSite("GGPPH", { isShellEnough: sampled({ all: false, sample: true }) });

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

/** The texts and controls of the page that a button of the quick area lies on, as they are painted where the page is scrolled by a part of its height. */
function listCovered(page: Page, part: number): Promise<string[]> {
  return page.evaluate((scrolled) => {
    const { dataset, scrollHeight } = document.documentElement;
    window.scrollTo({ top: Math.round((scrollHeight - innerHeight) * scrolled), behavior: "instant" });
    // All three buttons show, as after the page has stood still for a while (B083, B084).
    dataset["scroll"] = "still";
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
  }, part);
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

const phoneWindow = { width: 390, height: 844 };
const deskWindow = { width: 1440, height: 900 };

/** The windows of phones, which have a bar. */
const phones = [
  [390, 844],
  [320, 640],
] as const;

/** Windows whose quick area lies over the page, and one whose is a bar. */
const sizes = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const;

/** The page of which a sample has every window; of the others it has the narrowest and the widest whose quick area lies over the page. */
const inEveryWindow = ["/"];
const narrowAndWide = sizes.filter(([width]) => [768, 1440].includes(width));

/** Pages of which the end is looked at on phones. */
const ended = ["/", "/responsible-gaming/", "/terms-conditions/"];

describe("B287 the quick area", () => {
  // One load of each page for all of it.
  test(
    "covers no text and no control of any page, on phones, tablets and desks, at every scroll position, and leaves its own room after the footer on phones: the last line of every page ends above it",
    { timeout: 240_000 },
    async () => {
      const found: string[] = [];
      await look("/", { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" }, async ({ page, expects }) => {
        expects("failed request", /^404 GET .*\/no-such-page\/$/);
        const pages = (await listPages(site())).map((one) => one.path);
        for (const path of sampled({ all: [...pages, "/no-such-page/"], sample: ofEachKind })) {
          await page.goto(`${site().origin}${path}`);
          await hurryCore(page);
          await page.locator("html[data-scroll]").waitFor();
          const sample = inEveryWindow.includes(path) ? sizes : narrowAndWide;
          for (const [width, height] of sampled({ all: sizes, sample })) {
            await page.setViewportSize({ width, height });
            for (const part of [0, 0.3, 0.65, 1])
              for (const text of await listCovered(page, part)) found.push(`${path} at ${width}, ${part}: ${text}`);
          }
          for (const [width, height] of ended.includes(path) ? phones : []) {
            await page.setViewportSize({ width, height });
            await standAt(page, await readHeight(page));
            const [last, bar] = await page.evaluate(() => [
              document.querySelector("footer")?.getBoundingClientRect().bottom,
              document.querySelector("[data-quick-area]")?.getBoundingClientRect().top,
            ]);
            expect(last, `the end of ${path} at ${width}`).toBeLessThanOrEqual((bar ?? 0) + 1);
          }
        }
      });
      expect(found).toEqual([]);
    },
  );

  // One load of responsible gaming for all of it.
  test("has no download in the colour of an action on responsible gaming, nor have header and menu, as they have elsewhere; never hides what the keyboard is at there: every control on a phone is in view when Tab reaches it; stands in the flow after the footer of a low window, as at 400 % zoom", async () => {
    await look("/responsible-gaming/", { viewport: phoneWindow }, async ({ page }) => {
      for (const viewport of [phoneWindow, deskWindow]) {
        await page.setViewportSize(viewport);
        const downloads = page.locator('[data-quick-area] [data-slot="download/button"] a').locator("visible=true");
        expect(await downloads.count(), `${viewport.width} pixels wide`).toBe(1);
        expect(await countLoudDownloads(page), `${viewport.width} pixels wide`).toBe(0);
      }

      await page.setViewportSize(phoneWindow);
      expect(await listHiddenFromKeyboard(page)).toEqual([]);

      for (const [width, height] of [
        [320, 256],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expectInFlow(page, `${width} by ${height}`);
      }

      await page.goto(`${site().origin}/contact/`);
      for (const viewport of [deskWindow, phoneWindow]) {
        await page.setViewportSize(viewport);
        expect(await countLoudDownloads(page), `elsewhere, ${viewport.width} pixels wide`).toBeGreaterThan(0);
      }
    });
  });

  test("opens a panel of the help chat that is inside of small windows, and scrolls to its last button", async () => {
    const options = { viewport: { width: 320, height: 256 }, javaScriptEnabled: false };
    await look("/responsible-gaming/", options, async ({ page }) => {
      for (const [width, height] of [
        [320, 256],
        [568, 320],
        [390, 480],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.locator("[data-quick-area]").getByRole("button", { name: "Help Chat" }).click();
        const panel = page.getByRole("dialog", { name: "Help Chat" });
        const box = await panel.boundingBox();
        expect(box?.y, `${width} by ${height}`).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0), `${width} by ${height}`).toBeLessThanOrEqual(height);
        await panel.getByRole("button").last().click();
        await panel.waitFor({ state: "hidden" });
      }
    });
  });
});

/** Goes through the page with Tab, and gives the controls that were not in view then. */
async function listHiddenFromKeyboard(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press("Tab");
    // The page scrolls to the control in frames of its own.
    let seen = "";
    await waitUntil(async () => ["", "end"].includes((seen = await lookAtFocus(page))), {
      what: "the control in view",
      within: 2000,
    }).catch(() => hidden.push(seen));
    if (seen === "end") break;
  }
  return hidden;
}

/** Checks that the area scrolls with the page, and shows its buttons at the end of it, each as large as a fingertip needs. */
async function expectInFlow(page: Page, window: string): Promise<void> {
  const area = page.locator("[data-quick-area]");
  expect(await area.evaluate((one) => getComputedStyle(one).position), window).toBe("static");
  const end = await readHeight(page);
  await standAt(page, Math.round(end / 2));
  expect(await area.evaluate((one) => one.getBoundingClientRect().top > innerHeight), window).toBe(true);
  await standAt(page, end);
  for (const name of ["Help Chat", "Download", "Page Top"]) {
    const button = area.locator(`[aria-label='${name}']`).locator("visible=true");
    await waitUntil(async () => (await button.count()) === 1, { what: `${name} at ${window}` });
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name} at ${window}`).toBeGreaterThanOrEqual(24);
  }
}

/** How many download buttons are in the colour of an action. */
function countLoudDownloads(page: Page): Promise<number> {
  return page.evaluate(() => {
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
}
