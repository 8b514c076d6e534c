import { pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import type { Page, Route } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { fetchPayload } from "./answers.ts";
import { expectShown, footerLink, openLive, untilCore, watchTraffic } from "./soft-visit.ts";
import { sampledCases } from "../harness/sampled.ts";

interface Fault {
  what: string;
  /** Which requests it befalls. */
  pattern: string;
  /** Whether payloads come without the text of their style sheets: then the browser fetches them. */
  isBare?: true;
  answer(route: Route): Promise<void>;
  /** Whether the request stays open, and with it the page that waits for it: the test has a page of its own. */
  isHeld?: true;
  /** What the visit is to find of it. */
  finds?: Parameters<Visit["expects"]>;
}

const payloads = "**/privacy-policy/_payload.json?*";
const json = (body: string) => (route: Route) => route.fulfill({ contentType: "application/json", body });
const status = (code: number) => (route: Route) =>
  route.fulfill({ status: code, contentType: "application/problem+json", body: "{}" });

const faults: Fault[] = [
  {
    what: "is answered with 503",
    pattern: payloads,
    answer: status(503),
    finds: ["failed request", /^503 GET .*_payload\.json/],
  },
  { what: "never comes", pattern: payloads, isHeld: true, answer: () => new Promise(() => undefined) },
  {
    what: "cannot be reached",
    pattern: payloads,
    answer: (route) => route.abort(),
    finds: ["failed request", /_FAILED GET .*_payload\.json/],
  },
  {
    what: "is HTML",
    pattern: payloads,
    answer: (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in to the hotel network</h1>" }),
  },
  { what: "is of another shape", pattern: payloads, answer: json('{"hello":"world"}') },
  {
    what: "is written in another format",
    pattern: payloads,
    answer: (route) => change(route, (payload) => ({ ...payload, format: 0 })),
  },
  {
    what: "shows another release of what this document shows",
    pattern: payloads,
    answer: (route) =>
      change(route, (payload) => {
        const { releases } = parse(pagePayloadSchema, payload);
        const shown = Object.fromEntries(
          Object.entries(releases).map(([name, release]) => [
            name,
            name === "navigation" ? { ...release, version: "1.0.0-000000000000" } : release,
          ]),
        );
        return { ...payload, releases: shown };
      }),
  },
  {
    what: "needs a vendor this document's policy does not allow",
    pattern: payloads,
    answer: (route) => change(route, (payload) => ({ ...payload, vendors: ["chat"] })),
  },
  {
    what: "needs a style sheet that is blocked",
    isBare: true,
    pattern: "**/_release/compliance/**/*.css",
    answer: (route) => route.abort(),
    finds: ["failed request", /_FAILED GET .*\.css$/],
  },
  {
    what: "needs a style sheet that never comes",
    isBare: true,
    isHeld: true,
    pattern: "**/_release/compliance/**/*.css",
    answer: () => new Promise(() => undefined),
  },
  {
    what: "is answered with 404",
    pattern: payloads,
    answer: status(404),
    finds: ["failed request", /^404 GET .*_payload\.json/],
  },
  {
    what: "is answered with 500",
    pattern: payloads,
    answer: status(500),
    finds: ["failed request", /^500 GET .*_payload\.json/],
  },
  { what: "is cut off", pattern: payloads, answer: json('{"set":"') },
  { what: "is null", pattern: payloads, answer: json("null") },
  {
    what: "needs a style sheet with other bytes",
    isBare: true,
    pattern: "**/_release/compliance/**/*.css",
    answer: (route) => route.fulfill({ contentType: "text/css", body: "main{display:none}" }),
    finds: ["console error", /'integrity' attribute for resource '.*\.css'/],
  },
];

const { site, browser } = useSite("GGPPH");

/** The page of all navigations that fail. Each test opens a document of its own, without the routes of the test before. */
let shared: Visit;
beforeAll(async () => {
  shared = await browser().visit();
});
beforeEach(() => shared.page.unrouteAll());
afterAll(() => shared?.close());

test.for(sampledCases(10, faults))(
  "a navigation whose page $what is one document load of that page, and the page is right",
  async ({ pattern, isBare, answer, isHeld, finds }) => {
    const visited = isHeld ? await browser().visit() : shared;
    if (finds) visited.expects(...finds);
    await openLive(Promise.resolve(visited), site(), "/contact/");
    const { page, messages, close } = visited;
    const from = messages.length;
    if (isBare) await page.route("**/_payload.json?*", (route) => change(route, leaveOutStyles));
    await page.route(pattern, answer);
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "privacy-policy").click();
    await expectShown(visited, site(), "/privacy-policy/");
    await page.waitForLoadState("load");
    await untilCore(visited);
    expect(traffic().documents).toEqual(["/privacy-policy/"]);
    expect(await page.locator("main").isVisible()).toBe(true);
    expect(messages.slice(from).filter((message) => message.startsWith("uncaught"))).toEqual([]);
    await page.goBack({ waitUntil: "commit" });
    await expectShown(visited, site(), "/contact/");
    if (isHeld) await close();
  },
);

test("a navigation to a page with styles of its own waits for one answer, and the page looks as one that was loaded", async () => {
  await openLive(Promise.resolve(shared), site(), "/contact/");
  await shared.page.route("**/*.css", () => new Promise(() => undefined));
  const traffic = watchTraffic(shared);
  await footerLink(shared, site(), "privacy-policy").click();
  await expectShown(shared, site(), "/privacy-policy/");
  const { styles } = await fetchPayload(site(), "/privacy-policy/");
  expect(styles.filter(({ text }) => text !== undefined).map(({ url }) => url)).toEqual([
    expect.stringMatching(/\/_release\/compliance\/.*\.css$/),
  ]);
  expect(traffic().documents).toEqual([]);
  // The clause that is being read is marked once the page was painted.
  await shared.page.waitForFunction(() => document.querySelector("main a:target-current") !== null);
  const moved = await readLook(shared.page);
  await shared.page.reload();
  expect(moved).toEqual(await readLook(shared.page));
});

test("a payload that fails is asked for again when it is wanted the next time", async () => {
  await openLive(Promise.resolve(shared), site(), "/contact/");
  shared.expects("failed request", /_FAILED GET .*_payload\.json/);
  let asked = 0;
  await shared.page.route(payloads, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  const traffic = watchTraffic(shared);
  const failed = shared.page.waitForEvent("requestfailed");
  await footerLink(shared, site(), "privacy-policy").hover();
  await failed;
  await footerLink(shared, site(), "privacy-policy").click();
  await expectShown(shared, site(), "/privacy-policy/");
  expect(traffic().documents).toEqual([]);
});

test("without JavaScript every link is a document, and the pages are complete", async () => {
  const plain = await browser().visit({ javaScriptEnabled: false });
  await plain.page.goto(`${site().origin}/contact/`);
  const traffic = watchTraffic(plain);
  for (const name of ["privacy-policy", "house-rules"]) {
    await footerLink(plain, site(), name).click();
    await plain.page.waitForURL(`**/${name}/`);
    const { heading } = await fetchPayload(site(), `/${name}/`);
    expect(await plain.page.locator("main > h1").textContent()).toBe(heading);
  }
  expect(traffic()).toEqual({ payloads: [], documents: ["/privacy-policy/", "/house-rules/"] });
  await plain.close();
});

test("with cookies and storage blocked pages open, navigate and hydrate as ever", async () => {
  const blocked = await browser().visit();
  const { page, messages, close } = blocked;
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
    Object.defineProperty(document, "cookie", { get: () => "", set() {} });
  });
  await openLive(Promise.resolve(blocked), site(), "/contact/");
  const traffic = watchTraffic(blocked);
  await footerLink(blocked, site(), "privacy-policy").click();
  await expectShown(blocked, site(), "/privacy-policy/");
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  expect(traffic().documents).toEqual([]);
  expect(messages).toEqual([]);
  await close();
});

async function change(route: Route, edit: (payload: object) => object): Promise<void> {
  const response = await route.fetch();
  const payload: object = await response.json();
  await route.fulfill({ response, json: edit(payload) });
}

function leaveOutStyles(payload: object): object {
  const { styles } = parse(pagePayloadSchema, payload);
  return { ...payload, styles: styles.map(({ url, integrity }) => ({ url, integrity })) };
}

/** What the styles of a remote make of the elements of its page. */
function readLook(page: Page): Promise<string[]> {
  return page.locator("main [class*='compliance-']").evaluateAll((elements) =>
    elements.map((element) => {
      const { display, gap, paddingBlock, color } = getComputedStyle(element);
      return [element.className, display, gap, paddingBlock, color].join(" ");
    }),
  );
}
