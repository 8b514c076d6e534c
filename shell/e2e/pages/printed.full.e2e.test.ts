import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { listPages } from "../harness/site-pages.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { useSite } from "../harness/use-site.ts";
import { sampled } from "../harness/sampled.ts";

/** The width in CSS pixels that 10 mm of margin leave of a sheet of A4. Without motion, no colour is on its way to that of print. */
const sheet = { viewport: { width: 718, height: 1000 }, reducedMotion: "reduce" } as const;

describe("a printed page", () => {
  const { look, site, visit } = useSite("GGPPH");

  /** Every page; in a sample one of each kind. */
  async function listPaths(): Promise<readonly string[]> {
    const all = (await listPages(site())).map(({ path }) => path.slice(site().prefix.length));
    return sampled<readonly string[]>({ all, sample: pagesOfEachKind });
  }

  test(
    "B294 is dark text on white, with whole tables, and says where its links to contacts and to the helpline lead, on every page",
    { timeout: 240_000 },
    async () => {
      const problems: string[] = [];
      const { page, close } = await visit(sheet);
      for (const path of await listPaths()) {
        await page.emulateMedia({ media: null });
        await page.goto(`${site().origin}${site().prefix}${path}`);
        await page.emulateMedia({ media: "print" });
        const found = [...(await listProblems(page)), ...(await listSilentLinks(page))];
        problems.push(...found.map((problem) => `${path}: ${problem}`));
      }
      await close();
      expect(problems).toEqual([]);
    },
  );

  test("the letters of a portrait keep their colour and their ground on paper and with forced colours, with its picture or without", async () => {
    await look("/ggteam/", sheet, async ({ page }) => {
      const readPortraits = () =>
        page.locator("main svg > text").evaluateAll((all) =>
          all.map((letters) => {
            const portrait = letters.closest("span");
            const { backgroundColor = "", printColorAdjust = "" } = portrait ? getComputedStyle(portrait) : {};
            return { fill: getComputedStyle(letters).fill, ground: backgroundColor, print: printColorAdjust };
          }),
        );
      const onScreen = await readPortraits();
      expect(onScreen.length).toBeGreaterThan(1);
      for (const portrait of onScreen) expect(portrait.print).toBe("exact");
      await page.emulateMedia({ media: "print" });
      expect(await readPortraits()).toEqual(onScreen);
      await page.emulateMedia({ media: null, forcedColors: "active", colorScheme: "light" });
      expect(await readPortraits()).toEqual(onScreen);
    });
  });

  /** Links to contacts and to the helpline that do not show their address, and a helpline that is not printed at all. */
  async function listSilentLinks(page: Page): Promise<string[]> {
    const links = await page
      .locator(`main a[href^="mailto:"]:visible, a[href="${siteConfigs[site().id].helplineUrl}"]:visible`)
      .evaluateAll((all) =>
        all.map((link) => ({
          address: (link.getAttribute("href") ?? "").replace("mailto:", ""),
          shown: `${link.textContent}${getComputedStyle(link, "::after").content}`,
        })),
      );
    const isHelpNamed = links.some(({ address }) => address === siteConfigs[site().id].helplineUrl);
    return [
      ...links
        .filter(({ address, shown }) => !shown.includes(address))
        .map(({ address }) => `a link without its address: ${address}`),
      ...(isHelpNamed ? [] : ["no address of the helpline"]),
    ];
  }
});

/** What would print badly of the page that is shown: text of low contrast, a table that is cut. */
function listProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** Relative luminance of a colour as WCAG defines it, 0 to 1, and whether it covers what is below it. */
    const measure = (colour: string): { luminance: number; isSeen: boolean } => {
      if (!context) throw new Error("There is no canvas.");
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      const [r, g, b] = [red, green, blue].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return { luminance: 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0), isSeen: alpha > 12 };
    };
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || text === "" || element.closest("svg, script, style")) continue;
      const { width } = element.getBoundingClientRect();
      if (width <= 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const what = `${text.slice(0, 40)} (${element.tagName.toLowerCase()}.${element.className})`;
      const { luminance } = measure(getComputedStyle(element).color);
      // Browsers print no background colours unless they are told to: text is read on white, and on its own ground.
      if (1.05 / (luminance + 0.05) < 4.5) found.add(`pale on white: ${what}`);
      for (let under: Element | null = element; under; under = under.parentElement) {
        const ground = measure(getComputedStyle(under).backgroundColor);
        if (!ground.isSeen) continue;
        if ((ground.luminance + 0.05) / (luminance + 0.05) < 4.5) found.add(`dark on its own ground: ${what}`);
        break;
      }
    }
    for (const table of document.querySelectorAll("main table")) {
      if (table.getBoundingClientRect().right > innerWidth + 1)
        found.add(`a table wider than the sheet: ${table.textContent?.slice(0, 40)}`);
      for (let box = table.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1)
          found.add(`a table that is cut: ${table.textContent?.slice(0, 40)}`);
      }
    }
    return [...found];
  });
}
