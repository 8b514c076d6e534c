import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { readContent } from "../harness/read-content.ts";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampledCases } from "../harness/sampled.ts";
import { hurryCore } from "../harness/hurry-core.ts";

/**
 * Addresses with a fragment, of pages that are matched in different ways; the target is missing in some. In a sample, without a query and with one, and
 * with a fragment that is empty, that names nothing and that names a place.
 */
const addresses = sampledCases<string>(3, [
  "/#",
  "/?x=1#y",
  "/terms-conditions/?a=1#complaints",
  "/ggteam/ace-marlowe/#content",
  "/#tournaments",
  "/?x=1#tournaments",
]);

/** Written like a page, and none: the error page stays, with a fragment and without. */
const unknown = sampledCases<string>(1, ["/About-Us/More/#x", "/about-us/more/#x"]);

describeSitesInTurn(({ site, visit }) => {
  const toUrl = (path: string): string => `${site().origin}${site().prefix}${path}`;

  /** A browser profile whose documents count how often their core has decided what is mounted. */
  async function begin(): Promise<Visit> {
    const visited = await visit();
    await visited.page.addInitScript(() => {
      window.mountings = 0;
      addEventListener("single-spa:routing-event", () => (window.mountings = (window.mountings ?? 0) + 1));
    });
    return visited;
  }

  async function open(path: string): Promise<Visit> {
    const visited = await begin();
    await visited.page.goto(toUrl(path));
    return visited;
  }

  describe("one after the other", () => {
    let visited: Visit;
    beforeAll(async () => {
      visited = await begin();
    });
    afterAll(() => visited?.close());

    test.for([...addresses, ...unknown])(
      "B284 %s keeps its page when the core has started, after a reload, and after Back",
      async (path) => {
        const { page } = visited;
        // The site GGPCOM has another team, so there it is a page that is not found.
        if (site().id === "GGPCOM" && path.startsWith("/ggteam/"))
          visited.expects("failed request", /^404 GET \/en\/ggteam\//);
        if (unknown.includes(path)) visited.expects("failed request", /^404 GET .*\/about-us\//i);
        // From the same page it would be no new document.
        await page.goto(`${site().origin}/assets/favicon.svg`);
        await page.goto(toUrl(path));
        const before = await readContent(page);
        expect(before.length).toBeGreaterThan(100);
        await untilMounted(page);
        expect(await readContent(page)).toBe(before);
        await page.reload();
        await untilMounted(page);
        expect(await readContent(page)).toBe(before);
        await page.locator(`footer a[href='${site().prefix}/cookie-policy/']`).first().click();
        await page.waitForURL("**/cookie-policy/");
        await page.goBack();
        // A page that is not found is loaded as a document. Between two documents there is no page to read.
        await waitUntil(async () => (await readContent(page).catch(() => undefined)) === before, {
          what: "the page one came from",
        });
        expect(page.url()).toBe(toUrl(path));
      },
    );
  });

  test.for([
    { when: "before the core has started", isEarly: true },
    { when: "after the core has started", isEarly: false },
  ])("B285 the skip link, pressed $when, leads to the content and keeps the page", async ({ isEarly }) => {
    const { page, close } = await open("/");
    const before = await readContent(page);
    if (!isEarly) await untilMounted(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/#content");
    await untilMounted(page);
    expect(await readContent(page)).toBe(before);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    await close();
  });

  test("B086 Page Top, pressed before the core has started, leads to the top and keeps the page", async () => {
    const { page, close } = await open("/");
    const before = await readContent(page);
    await page.evaluate(() => scrollTo(0, 2000));
    await page.locator("a[data-page-top]").click();
    await untilMounted(page);
    await waitUntil(() => page.evaluate(() => scrollY === 0), { what: "the top of the page" });
    expect(await readContent(page)).toBe(before);
    await close();
  });
});

declare global {
  interface Window {
    /** How often the core has decided what is mounted. */
    mountings?: number;
  }
}

/** Waits until the core has mounted the document's applications. */
function untilMounted(page: Page): Promise<void> {
  return waitUntil(
    async () => {
      await hurryCore(page);
      return page.evaluate(() => (window.mountings ?? 0) > 0);
    },
    { what: "the mounted applications" },
  );
}
