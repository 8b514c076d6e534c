// The error pages for visitors who are denied, lost, or meet a fault of the server; and paths that lead elsewhere
// by a rule. No running site denies, fails or moves by itself, so the server of these promises is told to.
import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenApp, openApp } from "../harness/open-app.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { untilCore } from "../releases/soft-visit.ts";
import {
  type ErrorVisit,
  expectDenied,
  expectFault,
  expectSupportCentred,
  expectWayToHelp,
} from "./expect-error-page.ts";
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
async function open(path: string, { extraHTTPHeaders, ...options }: BrowserContextOptions = {}): Promise<ErrorVisit> {
  const visited = await browser.visit(options);
  // Headers of the profile would send every request through the driver.
  if (extraHTTPHeaders) await visited.page.setExtraHTTPHeaders(extraHTTPHeaders);
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
  test("B195 B196 B201 says that access is denied and why, with an image that is described, and leads nowhere, without JavaScript", async () => {
    const visited = await open("/about-us/", { ...denied, javaScriptEnabled: false });
    await expectDenied(visited);
    await visited.close();
  });
});

describe("500, for a fault of ours", () => {
  test("B198 B201 B202 B203 B305 an unforeseen fault shows the error page without JavaScript: its status as a number, what is being done, whom to ask, and the code to name then", async () => {
    const visited = await open(broken, { javaScriptEnabled: false });
    await expectFault(visited);
    await expectWayToSupport(visited);
    await visited.close();
  });

  test("B200 B202 the answer of a page as data says that it failed, and shows no more", async () => {
    const response = await fetch(`${app.origin}${broken}?x=1`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([500, "no-store"]);
  });
});

describe("the way back", () => {
  const lost: readonly (readonly [status: string, path: string])[] = [
    ["404", "/no-such-page/"],
    ["500", broken],
  ];

  test("B199 404 and 500 lead to the previous history entry, also before the core has loaded", async () => {
    const visited = await open("/house-rules/?from=here#collusion");
    const { page, close } = visited;
    const goBack = async (step: string): Promise<void> => {
      await page.getByRole("main").getByRole("link", { name: "Go back" }).click();
      await page.waitForURL(`${app.origin}/house-rules/?from=here#collusion`);
      expect(await page.getByRole("heading", { level: 1 }).textContent(), step).toBe("House Rules");
    };
    for (const [status, path] of lost) {
      visited.expects("failed request", toDocumentFault(status, path));
      await page.goto(`${app.origin}${path}`);
      await untilCore(visited);
      await goBack(status);
    }
    await page.route("**/core.js", () => new Promise(() => undefined));
    await page.goto(`${app.origin}/no-such-page/`);
    await goBack("before the core has loaded");
    await close();
  });

  test("B199 404 and 500 lead home when there is no entry to go back to, as in a new tab", async () => {
    const opener = await open("/contact/");
    const { page } = opener;
    for (const [status, path] of lost) {
      opener.expects("failed request", toDocumentFault(status, path));
      const [tab] = await Promise.all([
        page.waitForEvent("popup"),
        page.evaluate((url) => void window.open(url, "_blank", "noopener"), `${app.origin}${path}`),
      ]);
      await tab.waitForLoadState("load");
      expect(await tab.evaluate(() => history.length), status).toBe(1);
      // With the core or before it is there: the link leads home either way.
      await tab.getByRole("main").getByRole("link", { name: "Go back" }).click();
      await tab.waitForURL(`${app.origin}/`);
      await tab.close();
    }
    await opener.close();
  });
});

describe("every error page", () => {
  /** What else is checked on the page at the width of a phone, and at the end. */
  interface ErrorPage {
    status: number;
    path: string;
    country: string;
    look?(visit: ErrorVisit): Promise<void>;
    leave?(visit: Visit): Promise<void>;
  }
  const pages: readonly ErrorPage[] = [
    {
      status: 403,
      path: "/",
      country: "KP",
      async look(visited) {
        await expectDenied(visited);
        await expectWayToHelp(visited.page);
      },
    },
    // The check of every page looks at it in a browser.
    { status: 404, path: "/no-such-page/", country: "PH" },
    {
      status: 500,
      path: broken,
      country: "PH",
      async look(visited) {
        await expectFault(visited);
        await expectSupportCentred(visited.page);
      },
      leave: expectWayToSupport,
    },
  ];

  test.each(pages)(
    "B028 B195 B196 B198 B201 B202 B203 B246 B305 $status is valid, is not indexed, and an automated check of accessibility finds nothing; 403 says the same with JavaScript, shows the minimum age and the way to help; 500 says the same with JavaScript, and centres the way to customer support on a phone",
    async ({ status, path, country, look, leave }) => {
      const headers = { "cf-ipcountry": country };
      const response = await fetch(`${app.origin}${path}`, { headers });
      expect(response.status).toBe(status);
      const html = await response.text();
      expect(await findHtmlProblems(path, html)).toEqual([]);
      expect(html).toContain(`<meta name="robots" content="noindex">`);
      expect(html).not.toMatch(/rel="canonical"|property="og:/);
      if (!look) return;

      const phone = { width: 390, height: 844 };
      const visited = await open(path, { extraHTTPHeaders: headers, reducedMotion: "reduce", viewport: phone });
      const { page, close } = visited;
      await look(visited);
      for (const viewport of [phone, { width: 1440, height: 900 }]) {
        await page.setViewportSize(viewport);
        expect(await findAxeViolations(page), `${viewport.width} pixels wide`).toEqual([]);
      }
      await leave?.(visited);
      await close();
    },
  );
});

async function expectWayToSupport({ page }: Visit): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Contact customer service" }).click();
  await page.waitForURL(`${app.origin}/contact/`);
}

/** The status of an answer, and where it leads. */
const ask = async (path: string): Promise<[number, string | null]> => {
  const response = await fetch(`${app.origin}${path}`, { redirect: "manual" });
  return [response.status, response.headers.get("location")];
};

describe("a path that leads elsewhere by a rule of the manifest", () => {
  test("B023 leads to its page in one step, however it is asked for, and keeps the query", async () => {
    expect(await ask("/old-contact/?campaign=a")).toEqual([302, "/contact/?campaign=a"]);
    expect(await ask("/contact/?campaign=a")).toEqual([200, null]);
    expect(await ask("/old-contact")).toEqual([302, "/contact/"]);
    expect(await ask("/old-contact/_payload.json")).toEqual([404, null]);
  });

  test("B024 leads to another site with a full page load, without the visitor's query", async () => {
    expect(await ask("/blog/?email=me")).toEqual([302, "https://blog.example/"]);
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
