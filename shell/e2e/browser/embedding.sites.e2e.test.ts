import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import type { Visit } from "../harness/open-browser.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";

describeSitesInTurn(({ site, visit }) => {
  test("B210 B211 B212 B213 B214 an address that says it is embedded sets the body's class before paint, and a soft navigation keeps both", async () => {
    const visited = await visit();
    const { page, messages } = visited;
    for (const [query, name] of [
      ["embedded=1", "client-nav-1"],
      ["embedded=logo", "client-nav-logo"],
      ["embedded=all", "client-nav-all"],
      ["embeded=logo", "client-nav-logo"],
      ["nsus=1", "client-nav-all"],
      ["embedded=2", ""],
    ] as const) {
      await page.goto(`${site().origin}${site().prefix}/house-rules/?${query}`);
      expect(await page.evaluate(() => document.body.className)).toBe(name);
    }
    await page.goto(`${site().origin}${site().prefix}/house-rules/?embedded=logo`);
    await untilCore(visited);
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "privacy-policy").click();
    await page.waitForURL("**/privacy-policy/?embedded=logo");
    expect(traffic().documents).toEqual([]);
    expect(await page.evaluate(() => document.body.className)).toBe("client-nav-logo");
    expect(messages).toEqual([]);
    await visited.close();
  });

  test("B210-B214 the page in another language is shown the same way", async () => {
    const visited = await visit();
    const { page, close } = visited;
    await page.goto(`${site().origin}${site().prefix}/house-rules/?nsus&ref=a#collusion`);
    await untilCore(visited);
    const language = page.locator("footer a[data-own-navigation]").first();
    if (await language.isVisible()) {
      await language.click();
      await page.waitForURL((url) => url.search === "?nsus" && !url.pathname.startsWith(`${site().prefix}/`));
      expect(await page.evaluate(() => document.body.className)).toBe("client-nav-all");
    }
    await close();
  });

  test("B210-B214 a link that is followed before the core has come leads to a page that is shown the same way", async () => {
    const { page, close } = await visit();
    await page.route(/\/core\.js$/, (route) => route.abort());
    await page.goto(`${site().origin}${site().prefix}/house-rules/?embedded=logo`);
    await page.locator(`footer a[href='${site().prefix}/privacy-policy/']`).click();
    await page.waitForURL("**/privacy-policy/?embedded=logo");
    expect(await page.evaluate(() => document.body.className)).toBe("client-nav-logo");
    await close();
  });

  describe("inside of a client", () => {
    let visited: Visit;
    beforeAll(async () => {
      visited = await visit();
    });
    afterAll(() => visited?.close());

    test.each([
      { query: "", header: true, logo: true, menu: true, download: true },
      { query: "?embedded=1", header: false, logo: false, menu: false, download: false },
      { query: "?embeded=logo", header: true, logo: true, menu: false, download: false },
      { query: "?embedded=all", header: true, logo: true, menu: true, download: false },
      { query: "?nsus", header: true, logo: true, menu: true, download: false },
    ])(
      "B210-B214 at the address $query, a visitor sees what that value stands for, and responsible gaming with every one",
      async ({ query, ...seen }) => {
        const { page } = visited;
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(`${site().origin}${site().prefix}/about-us/${query}`);
        await untilCore(visited);
        const isSeen = (selector: string): Promise<boolean> =>
          page.locator(`${selector} >> visible=true`).first().isVisible();
        for (const viewport of [
          { width: 390, height: 844 },
          { width: 1440, height: 900 },
        ]) {
          await page.setViewportSize(viewport);
          expect({
            header: await isSeen("header"),
            logo: await isSeen(`header a[href='${site().prefix}/'] img`),
            menu: await isSeen("header :is(nav a, button[popovertarget])"),
            download: await isSeen("[data-slot='download/button'] a"),
          }).toEqual(seen);
          expect(await isSeen(`footer a[href='${site().prefix}/responsible-gaming/']`)).toBe(true);
          expect(await isSeen(`footer a[href='${site().prefix}/terms-conditions/']`)).toBe(true);
          expect((await page.locator("main").innerText()).length).toBeGreaterThan(500);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        }
      },
    );
  });
});
