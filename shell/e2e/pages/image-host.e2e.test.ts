import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenApp, openApp } from "../harness/open-app.ts";
import { type OpenBrowser, openBrowser } from "../harness/open-browser.ts";

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
  for (const density of [1, 2]) {
    const visit = await browser.visit({ deviceScaleFactor: density });
    // The host hands on what the site draws, as a content network does.
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
