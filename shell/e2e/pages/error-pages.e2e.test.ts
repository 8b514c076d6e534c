// The error pages for visitors who are denied, lost, or meet a fault of the server; and paths that lead elsewhere
// by a rule. No running site denies, fails or moves by itself, so the server of these promises is told to.
import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenApp, openApp } from "../harness/open-app.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { untilCore } from "../releases/soft-visit.ts";
import { findHtmlProblems } from "./find-html-problems.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

/** Where a visitor is whose country the operator denies, as the edge tells it. */
const denied: BrowserContextOptions = { extraHTTPHeaders: { "cf-ipcountry": "KP" } };

/** An address whose answer fails on the server. */
const broken = "/broken/";

let app: OpenApp;
let browser: OpenBrowser;

beforeAll(async () => {
  app = await openApp({
    site: {
      ...siteConfigs.GGPPH,
      routeRules: { "/old-contact/": { redirect: "/contact/" }, "/blog/": { redirect: "https://blog.example/" } },
    },
    edge: "cloudflare",
    trustedProxies: ["127.0.0.1"],
    documents: { "geo-rules": { rules: { KP: { ruleType: "DENIED" } } } },
    prepare: (server) =>
      server.get(broken, () => {
        throw new Error("An unforeseen fault.");
      }),
  });
  browser = openBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Opens a page, which may be that of an error: its document's status is told, and is no fault. */
async function open(
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit & { status: number | undefined }> {
  const visited = await browser.visit(options);
  const response = await visited.page.goto(`${app.origin}${path}`);
  const status = response?.status();
  if (status !== undefined && status >= 400) visited.expects("failed request", toDocumentFault(status, path));
  return { ...visited, status };
}

/** What a visit finds when a document is an error page. */
function toDocumentFault(status: number | string, path: string): RegExp {
  return new RegExp(`^${status} GET ${path}$`);
}

describe("403, for whom the operator denies", () => {
  test("B195 B196 B201 says that access is denied and why, with an image that is described, and leads nowhere", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, status, messages, close } = await open("/about-us/", { ...denied, javaScriptEnabled });
      expect(status).toBe(403);
      expect(await page.title()).toMatch(/^Oops! Access Denied :\(/);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Oops! Access Denied :(");
      const main = page.getByRole("main");
      expect(await main.getByText("Our product is not available in your current location.").isVisible()).toBe(true);
      expect(await main.getByRole("img", { name: /closed poker table/ }).isVisible()).toBe(true);
      const links = await main.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect([links, await main.getByRole("button").count()]).toEqual([
        [`mailto:${siteConfigs.GGPPH.contacts.support.email}`],
        0,
      ]);
      // Chromium's own remark is about the status, which is right.
      expect(messages.filter((message) => !message.includes("403 (Forbidden)"))).toEqual([]);
      await close();
    }
  });

  test("B246 still shows the minimum age and the way to help", async () => {
    const { page, close } = await open("/", denied);
    const footer = page.getByRole("contentinfo");
    expect(await footer.getByRole("link", { name: "Responsible Gaming" }).first().isVisible()).toBe(true);
    expect(await footer.getByText("21+").first().isVisible()).toBe(true);
    await close();
  });
});

/** Pixels from the start of the window to the middle of an element. */
const centre = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

describe("500, for a fault of ours", () => {
  test("B198 on a phone, the way to customer support is centred as all of the page is", async () => {
    const { page, close } = await open(broken, { viewport: { width: 390, height: 844 } });
    const main = page.getByRole("main");
    const button = await main.locator("a.button").first().evaluate(centre);
    const address = await main.locator("a[href^='mailto:']").evaluate(centre);
    expect(address).toBe(button);
    await close();
  });

  test("B198 B201 B202 B203 B305 an unforeseen fault shows the error page: its status as a number, what is being done, whom to ask, and the code to name then", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, status, close } = await open(broken, { javaScriptEnabled });
      expect(status).toBe(500);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Error : 500 Unexpected Error");
      const main = page.getByRole("main");
      expect(await main.getByText("500", { exact: true }).isVisible()).toBe(true);
      expect(await main.getByText(/issues are being fixed shortly/).isVisible()).toBe(true);
      expect(
        await main.getByText("Unexpected error. Please contact customer service for further assistance.").isVisible(),
      ).toBe(true);
      expect(await page.content()).not.toContain("An unforeseen fault");
      expect(await main.getByText(/^Error code: [0-9a-f]{12}$/).isVisible()).toBe(true);
      await main.getByRole("link", { name: "Contact customer service" }).click();
      await page.waitForURL(`${app.origin}/contact/`);
      await close();
    }
  });

  test("B200 B202 the answer of a page as data says that it failed, and shows no more", async () => {
    const response = await fetch(`${app.origin}${broken}?x=1`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([500, "no-store"]);
  });
});

describe("the way back", () => {
  test("B199 leads to the previous history entry also before the core has loaded", async () => {
    const visited = await open("/house-rules/");
    visited.expects("failed request", toDocumentFault("404", "/no-such-page/"));
    const { page, close } = visited;
    await page.route("**/core.js", () => new Promise(() => undefined));
    await page.goto(`${app.origin}/no-such-page/`);
    await page.getByRole("main").getByRole("link", { name: "Go back" }).click();
    await page.waitForURL(`${app.origin}/house-rules/`);
    await close();
  });

  test.each([
    ["404", "/no-such-page/"],
    ["500", broken],
  ])("B199 %s goes to the previous history entry", async (status, path) => {
    const visited = await open("/house-rules/?from=here#collusion");
    visited.expects("failed request", toDocumentFault(status, path));
    const { page, close } = visited;
    await page.goto(`${app.origin}${path}`);
    await untilCore(visited);
    await page.getByRole("main").getByRole("link", { name: "Go back" }).click();
    await page.waitForURL(`${app.origin}/house-rules/?from=here#collusion`);
    await close();
  });

  test.each([
    ["404", "/no-such-page/"],
    ["500", broken],
  ])("B199 %s leads home when there is no entry to go back to, as in a new tab", async (status, path) => {
    const opener = await open("/contact/");
    opener.expects("failed request", toDocumentFault(status, path));
    const { page } = opener;
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((url) => void window.open(url, "_blank", "noopener"), `${app.origin}${path}`),
    ]);
    await tab.waitForLoadState("load");
    expect(await tab.evaluate(() => history.length)).toBe(1);
    // With the core or before it is there: the link leads home either way.
    await tab.getByRole("main").getByRole("link", { name: "Go back" }).click();
    await tab.waitForURL(`${app.origin}/`);
    await opener.close();
  });
});

describe("every error page", () => {
  const pages: [status: number, path: string, options: BrowserContextOptions][] = [
    [403, "/", denied],
    [404, "/no-such-page/", {}],
    [500, broken, {}],
  ];

  test.each(pages)(
    "B028 %i is valid, is not indexed, and an automated check of accessibility finds nothing",
    async (status, path, options) => {
      const { page, close, status: answered } = await open(path, { ...options, reducedMotion: "reduce" });
      expect(answered).toBe(status);
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(viewport);
        expect(await findAxeViolations(page)).toEqual([]);
      }
      await close();
      const html = await (
        await fetch(`${app.origin}${path}`, { headers: { "cf-ipcountry": status === 403 ? "KP" : "PH" } })
      ).text();
      expect(await findHtmlProblems(path, html)).toEqual([]);
      expect(html).toContain(`<meta name="robots" content="noindex">`);
      expect(html).not.toMatch(/rel="canonical"|property="og:/);
    },
  );
});

describe("a path that leads elsewhere by a rule of the manifest", () => {
  test("B023 leads to its page in one step, however it is asked for, and keeps the query", async () => {
    const { page, requests, close } = await open("/old-contact/?campaign=a");
    expect(page.url()).toBe(`${app.origin}/contact/?campaign=a`);
    expect(requests.filter((request) => request.isNavigationRequest())).toHaveLength(2);
    const ask = async (path: string) => {
      const response = await fetch(`${app.origin}${path}`, { redirect: "manual" });
      return [response.status, response.headers.get("location")];
    };
    expect(await ask("/old-contact")).toEqual([302, "/contact/"]);
    expect(await ask("/old-contact/_payload.json")).toEqual([404, null]);
    await close();
  });

  test("B024 leads to another site with a full page load, without the visitor's query", async () => {
    const { page, requests, close } = await browser.visit();
    // The other site does not answer here: that it was asked for as a document is what counts.
    await page.goto(`${app.origin}/blog/?email=me`).catch(() => undefined);
    const documents = requests.filter((request) => request.isNavigationRequest()).map((request) => request.url());
    expect(documents).toEqual([`${app.origin}/blog/?email=me`, "https://blog.example/"]);
    await close();
  });

  test("B023 is in the manifest, for the browser's own navigations", async () => {
    const { id }: { id: string } = await (await fetch(`${app.origin}/builds/latest.json`)).json();
    const manifest: { matcher: { static: object } } = await (
      await fetch(`${app.origin}/builds/meta/${id}.json`)
    ).json();
    expect(manifest.matcher.static).toEqual({
      "/old-contact/": { redirect: "/contact/" },
      "/blog/": { redirect: "https://blog.example/" },
    });
  });
});
