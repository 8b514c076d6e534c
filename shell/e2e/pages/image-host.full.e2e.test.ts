import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenApp, openApp } from "../harness/open-app.ts";
import { type OpenBrowser, openBrowser } from "../harness/open-browser.ts";
import { sampledCases } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";

const imageOrigin = "https://images.ggp.example";

let app: OpenApp;
let browser: OpenBrowser;
beforeAll(async () => {
  [app, browser] = await Promise.all([openApp({ site: { ...siteConfigs.GGPPH, imageOrigin } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

test("B229 artwork comes from the configured image host, as webp in both densities, and the page's policy allows that host for pictures alone", async () => {
  for (const density of sampledCases(1, [2, 1])) {
    const visit = await browser.visit({ deviceScaleFactor: density });
    // The host hands on what the site draws, as a CDN does.
    await visit.page
      .context()
      .route(`${imageOrigin}/**`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: route.request().url().replace(imageOrigin, app.origin) }) }),
      );
    const response = await visit.page.goto(`${app.origin}/about-us/`);
    const policy = (await response?.headerValue("content-security-policy")) ?? "";
    expect(policy.split("; ").filter((directive) => directive.includes(imageOrigin))).toEqual([
      `img-src 'self' ${imageOrigin}`,
    ]);
    const picture = visit.page.locator("main img[src*='/_image/']").first();
    await picture.scrollIntoViewIfNeeded();
    await visit.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>("main img[src*='/_image/']")].some(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    );
    const asked = visit.requests.map((request) => request.url()).filter((url) => url.includes("/_image/"));
    expect(asked.length).toBeGreaterThan(0);
    for (const url of asked)
      expect(url).toMatch(new RegExp(`^${imageOrigin}/_image/[a-z-]+/[^/]+/\\d+@${density}\\.webp$`));
    const sources = await visit.page
      .locator("img[src*='/_image/'], source[srcset*='/_image/']")
      .evaluateAll((all) => all.flatMap((one) => [one.getAttribute("src") ?? "", one.getAttribute("srcset") ?? ""]));
    for (const source of sources.filter((text) => text !== ""))
      expect(
        source.split(", ").every((one) => one.startsWith(`${imageOrigin}/_image/`)),
        source,
      ).toBe(true);
    expect(await visit.violations()).toEqual([]);
    await visit.close();
  }
});

test.each(sampledCases(1, [390, 1440]))(
  "a picture that does not come leaves its place empty at %i pixels: no frame and no icon of the browser's stand there",
  async (width) => {
    const visit = await browser.visit({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    const { page } = visit;
    await page.goto(`${app.origin}/ggteam/`);
    const main = page.locator("main");
    const pictures = main.locator("img");
    for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>("main img")].every(
        ({ complete, naturalWidth }) => complete && naturalWidth === 0,
      ),
    );
    const draw = async (visibility: string): Promise<Buffer> => {
      await pictures.evaluateAll((all, value) => {
        for (const picture of all) if (picture instanceof HTMLElement) picture.style.visibility = value;
      }, visibility);
      return main.screenshot();
    };
    // Twice the same, once nothing else of the page moves: its typeface arrives, and the download button comes back.
    await waitUntil(async () => (await draw("visible")).equals(await draw("hidden")), {
      what: "the page to look as it does without its pictures",
    });
    await visit.close();
  },
);
