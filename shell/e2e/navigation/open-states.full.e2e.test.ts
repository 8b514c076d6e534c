import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { hurryCore } from "../harness/hurry-core.ts";
import type { SiteId } from "../harness/start-site.ts";
import { useSite } from "../harness/use-site.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { menu, openMenu } from "./menu.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

const menuButton = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });

/** Every open state of the navigation, by the width it exists at. */
const small: Record<string, (page: Page) => Promise<void>> = {
  "the menu": (page) => menuButton(page).click(),
  "a group of the menu": async (page) => {
    await menuButton(page).click();
    await page.locator(`${menu} summary`).first().click();
  },
  "the team in the menu": async (page) => {
    await menuButton(page).click();
    await page.locator(`${menu} summary`).last().click();
  },
  "regions or languages in the menu": async (page) => {
    await menuButton(page).click();
    const button = page.locator(menu).getByRole("button", { name: "Language Selector" });
    if ((await button.count()) > 0) await button.click();
  },
  "the regions of the footer": (page) => page.locator("footer summary").click(),
};
const large: Record<string, (page: Page) => Promise<void>> = {
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].map((index) => [
      `panel ${index + 1}`,
      async (page: Page) => {
        const button = page.locator("header nav li > button").nth(index);
        if ((await button.count()) > 0) await button.click();
      },
    ]),
  ),
  "help and information": (page) =>
    page.getByRole("button", { name: /^(Help and information|Ajuda e informações)$/ }).click(),
  "regions or languages": async (page) => {
    const button = page.locator("header").getByRole("button", { name: "Language Selector" });
    if ((await button.count()) > 0) await button.click();
  },
};

/**
 * The states of a sample: each kind of panel once. The menu is there in all of its groups, and of the panels of the bar there is the first one, one with badges, and the
 * team.
 */
const sampledStates: readonly string[] = [
  "a group of the menu",
  "the team in the menu",
  "regions or languages in the menu",
  "the regions of the footer",
  "panel 1",
  "panel 2",
  "panel 5",
  "help and information",
  "regions or languages",
];

const isWanted = (name: string): boolean => sampled({ all: true, sample: sampledStates.includes(name) });

/** Windows with the open states that exist in them, and the site that is in the sample with one. */
const windows: [width: number, states: typeof small, sampleId?: SiteId][] = [
  [320, small, "GGPBR"],
  [390, small],
  [820, small],
  [1440, large, "GGPPH"],
];

describe.each<SiteId>(["GGPPH", "GGPBR"])("on %s", (id) => {
  const { site, look } = useSite(id);

  test.for(sampled({ all: windows, sample: windows.filter(([, , sampleId]) => sampleId === id) }))(
    "axe finds nothing in any open state at %d, and nothing scrolls sideways",
    { timeout: 180_000 },
    async ([width, states]) => {
      const found: string[] = [];
      await look("/", { viewport: { width, height: 900 }, reducedMotion: "reduce" }, async ({ page }) => {
        for (const [name, open] of Object.entries(states).filter(([state]) => isWanted(state))) {
          // Home is where the region selector is; the rest stands on every page.
          const address = `${site().origin}${site().prefix}${name.startsWith("regions or") ? "/" : "/contact/"}`;
          // In a sample the page stays for its next state, once what was opened is closed.
          if (sampled({ all: true, sample: page.url() !== address })) await page.goto(address);
          else for (const level of [2, 1]) await closeLast(page, level);
          await open(page);
          // In a sample the check is run on the part of the page that was opened: what is beneath has a check of its own.
          const part = sampled({ all: undefined, sample: name.includes("footer") ? "footer" : "header" });
          found.push(...(await findAxeViolations(page, part)).map((violation) => `${name}: ${violation}`));
          if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
            found.push(`${name} scrolls sideways`);
        }
      });
      expect(found).toEqual([]);
    },
  );
});

/** Closes the panel that was opened last, if one is open. @param level how many panels may be open, each in the one before */
async function closeLast(page: Page, level: number): Promise<void> {
  await page.keyboard.press("Escape");
  await waitUntil(async () => (await page.locator(":popover-open").count()) < level, { what: "the panel to close" });
}

declare global {
  interface Window {
    /** Elements that moved without input, and by how many pixels. */
    shifts: string[];
  }
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

/** Runs in the page. What answers a key is meant to move. */
function watchShifts(): void {
  window.shifts = [];
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside of this function reaches the page
  const isShift = (entry: object): entry is LayoutShift => "hadRecentInput" in entry && "sources" in entry;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!isShift(entry) || entry.hadRecentInput) continue;
      const nodes = entry.sources.map(({ node }) =>
        node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName,
      );
      window.shifts.push(`${entry.value}: ${nodes.join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

describe("nothing moves by itself", () => {
  const { site, look, visit } = useSite("GGPPH");

  test.for(sampledCases(1, [1440, 390, 820]))(
    "opening every part of the navigation at %d shifts nothing",
    async (width) => {
      const { page, permits, close } = await visit({ viewport: { width, height: 900 } });
      permits("failed request", /_FAILED GET .*\.woff2$/);
      // Whether an optional font is in time is the network's doing, not the navigation's.
      await page.route("**/*.woff2", (route) => route.abort());
      await page.goto(`${site().origin}/`);
      await page.evaluate(watchShifts);
      await hurryCore(page);
      await page.locator("html[data-screen]").waitFor();
      for (const button of await page.locator("header button[popovertarget]:visible").all()) {
        await button.focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
      }
      expect(await page.evaluate(() => window.shifts)).toEqual([]);
      await close();
    },
  );

  test("B042 at 200 % zoom a desk has the menu of a tablet, whole", async () => {
    await look("/", { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }, async ({ page }) => {
      await menuButton(page).click();
      const close = page.getByRole("button", { name: "Close menu" });
      const opened = page.locator(openMenu);
      await opened.evaluate((holder) => holder.scrollTo(0, holder.scrollHeight));
      expect(await close.isVisible()).toBe(true);
      await opened.getByRole("link", { name: "Channelling solution" }).waitFor();
    });
  });
});
