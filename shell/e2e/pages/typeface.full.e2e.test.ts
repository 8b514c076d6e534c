import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { footerLink, untilCore } from "../releases/soft-visit.ts";
import { sampledCases } from "../harness/sampled.ts";

const paragraph = "main .lede";

/** One page of each kind. A sample has one of each layout, and the error page. */
const kinds = sampledCases(7, [
  "/",
  "/contact/",
  "/download/",
  "/ggteam/",
  "/house-rules/",
  "/poker-school/",
  "/no-such-page/",
  "/about-us/",
  "/affiliate-program/",
  "/responsible-gaming/",
  "/streamer-mode/",
]);

describe("the brand's typeface", () => {
  const { look, site, visit } = useSite("GGPPH");

  /** Home, with the brand's face come after its first paint. */
  async function openHomeBeforeFace(): Promise<Visit> {
    const visited = await visit();
    const { page } = visited;
    const paint = Promise.withResolvers<void>();
    await page.route("**/archivo*.woff2", async (route) => {
      await paint.promise;
      await route.continue();
    });
    await page.goto(`${site().origin}/`, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    paint.resolve();
    await untilCore(visited);
    // A navigation before the file is there leaves the stand-in until the next one.
    await page.waitForLoadState("networkidle");
    expect(await readFace(page, paragraph)).not.toMatch(/^Archivo/);
    return visited;
  }

  test("B293 does not come before the next page, though a toast's styles come before those of another page", async () => {
    const { page, close } = await openHomeBeforeFace();
    await page.evaluate(() =>
      window.dispatchEvent(new CustomEvent("site:toast:requested", { detail: { id: "saved", text: "Saved" } })),
    );
    await page.locator("[data-toast='saved']").waitFor();
    await untilStylesAhead(page);
    expect(await readFace(page, paragraph)).not.toMatch(/^Archivo/);
    await close();
  });

  test("B293 does not come before the next page, though the pointer lets styles of another page be fetched; shows from the first navigation between pages on, where it came too late for the first paint; the next page is painted before font faces change, which makes a browser lay out all of it again", async () => {
    const visited = await openHomeBeforeFace();
    const { page, close } = visited;
    await untilStylesAhead(page);
    expect(await readFace(page, paragraph)).not.toMatch(/^Archivo/);
    await page.evaluate(() => {
      const faces = { read: (): string => [...document.fonts].map(({ family }) => family).join(", ") };
      const seen = { before: faces.read(), atNavigation: "", inFrame: "" };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (seen.atNavigation !== "" || location.pathname === "/") return;
        seen.atNavigation = faces.read();
        requestAnimationFrame(() => (seen.inFrame = faces.read()));
      }).observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
    });
    await footerLink(visited, site(), "house-rules").click();
    await page.waitForURL("**/house-rules/");
    await waitUntil(async () => (await readFace(page, paragraph))?.startsWith("Archivo") === true, {
      what: "the brand's face on the next page",
    });
    const [seen, styles] = await page.evaluate(() => [
      Reflect.get(window, "seen"),
      document.querySelectorAll("main > style").length,
    ]);
    expect(seen.before).toContain("Headline");
    expect(seen).toMatchObject({ atNavigation: seen.before, inFrame: seen.before });
    expect(styles).toBe(0);
    await close();
  });

  test("B293 a page that is come back to keeps its faces where it is read, and the navigation after it changes them", async () => {
    const visited = await visit();
    const { page, close } = visited;
    // Of each document it comes after the first paint.
    await page.route("**/archivo*.woff2", async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      await route.continue();
    });
    await page.goto(`${site().origin}/house-rules/`);
    await untilCore(visited);
    await footerLink(visited, site(), "contact").click();
    await page.waitForURL("**/contact/");
    await page.reload();
    await untilCore(visited);
    await page.waitForLoadState("networkidle");
    await page.goBack();
    await page.waitForURL("**/house-rules/");
    await page.waitForFunction(() => scrollY > 0);
    for (let frame = 0; frame < 6; frame += 1)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await readFace(page, paragraph)).not.toMatch(/^Archivo(?! Fallback)/);
    await footerLink(visited, site(), "privacy-policy").click();
    await page.waitForURL("**/privacy-policy/");
    await waitUntil(async () => /^Archivo(?! Fallback)/.test((await readFace(page, paragraph)) ?? ""), {
      what: "the brand's face on the next page",
    });
    await close();
  });

  test("B293 shows in the headline of home from its first paint on, without a request, and in no other page's", async () => {
    const visited = await visit();
    const { page, close } = visited;
    // The whole font never comes: what is in the brand's face is so by the document alone.
    await page.route("**/archivo*.woff2", (route) => route.abort());
    visited.expects("failed request", /archivo/);
    await page.goto(`${site().origin}/`, { waitUntil: "networkidle" });
    expect(await readFace(page, "main .display")).toMatch(/^Archivo(?! Fallback)/);
    expect(await readFace(page, paragraph)).not.toMatch(/^Archivo/);
    await untilCore(visited);
    await footerLink(visited, site(), "house-rules").click();
    await page.waitForURL("**/house-rules/");
    expect(await readFace(page, "main .display")).not.toMatch(/^Archivo/);
    await close();
  });

  test("B293 the headline of home has two lines beside a tablet's width, in the system's narrow face as in its own", async () => {
    await look("/", { viewport: { width: 753, height: 900 } }, async ({ page, permits }) => {
      permits("layout shift", /./);
      const heights = await page.locator("main .display").evaluate((headline: HTMLElement) =>
        ["Headline", "Arial, sans-serif"].map((family) => {
          headline.style.fontFamily = family;
          return headline.getBoundingClientRect().height / parseFloat(getComputedStyle(headline).lineHeight);
        }),
      );
      expect(heights.map(Math.round)).toEqual([2, 2]);
    });
  });

  test("B293 shows in the first paint of a document when it is there in time", async () => {
    const { page, close } = await visit();
    // While requests are intercepted, a browser keeps nothing.
    await page.context().unrouteAll();
    for (const path of ["/", "/contact/"]) await page.goto(`${site().origin}${path}`, { waitUntil: "networkidle" });
    // A face that came after the first paint would not show before the next navigation: the style sheet has it `optional`.
    expect(await readFace(page, paragraph)).toMatch(/^Archivo(?! Fallback)/);
    await close();
  });

  test.each(sampledCases(1, [390, 1440]))(
    "B293 no heading has more or fewer lines in it than in its stand-in, at %i pixels",
    { timeout: 120_000 },
    async (width) => {
      const differing: string[] = [];
      let [blocks, texts] = [0, 0];
      const { page, expects, permits, close } = await visit({ viewport: { width, height: 900 } });
      expects("failed request", /^404 GET \/no-such-page\/$/);
      // Setting the whole page in another face is what the test does.
      permits("layout shift", /./);
      for (const path of kinds) {
        await page.goto(`${site().origin}${path}`);
        const before = await countLines(page, '"Archivo Fallback", sans-serif');
        const after = await countLines(page, '"Archivo Whole", sans-serif');
        expect(
          after.map(({ text }) => text),
          path,
        ).toEqual(before.map(({ text }) => text));
        for (const [place, { isHeading, lines, text }] of before.entries()) {
          blocks += 1;
          const now = after[place]?.lines;
          if (now === lines) continue;
          if (isHeading) differing.push(`${path}: ${text}: ${lines} lines, then ${now}`);
          else texts += 1;
        }
      }
      await close();
      console.log(`at ${width} pixels ${texts} of ${blocks} blocks of text have another count of lines`);
      expect(differing).toEqual([]);
      expect(texts / blocks).toBeLessThan(0.04);
    },
  );
});

/** The family in which the browser sets most of an element's letters. */
async function readFace(page: Page, selector: string): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.toSorted((one, other) => other.glyphCount - one.glyphCount)[0]?.familyName;
}

interface Block {
  text: string;
  isHeading: boolean;
  lines: number;
}

/** Sets the whole page in a family, and counts the lines of every block of text. `Archivo Whole` is the release's own file. */
function countLines(page: Page, family: string): Promise<Block[]> {
  return page.evaluate(async (wanted) => {
    const address = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => /url\("([^"]*archivo\.woff2)"\)/.exec(rule.cssText)?.[1])
      .find(Boolean);
    const face = new FontFace("Archivo Whole", `url(${address})`, { weight: "400 800", stretch: "100% 125%" });
    document.fonts.add(await face.load());
    document.documentElement.style.setProperty("--font", wanted);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const blocks = [
      ...document.querySelectorAll("h1, h2, h3, h4, p, li, td, th, dt, dd, summary, figcaption, a, button, .display"),
    ];
    return blocks
      .filter(
        (block) =>
          block.checkVisibility() &&
          !block.closest(".visually-hidden, svg") &&
          !block.querySelector("p, li, h2, h3, ul, svg, details, dl"),
      )
      .map((block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        const middles = [...range.getClientRects()]
          .map(({ top, bottom }) => (top + bottom) / 2)
          .toSorted((one, other) => one - other);
        const lines = middles.filter((middle, place) => place === 0 || middle - (middles[place - 1] ?? 0) > 6).length;
        return {
          text: block.textContent.trim().slice(0, 50),
          isHeading: block.matches("h1, h2, h3, h4, .display"),
          lines,
        };
      });
  }, family);
}

/** Moves the pointer, and waits until styles of a page that is fetched ahead apply. */
async function untilStylesAhead(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.adoptedStyleSheets.length);
  await page.mouse.move(20, 400);
  await waitUntil(() => page.evaluate((count) => document.adoptedStyleSheets.length > count, before), {
    what: "styles of another page",
  });
  await page.waitForLoadState("networkidle");
}
