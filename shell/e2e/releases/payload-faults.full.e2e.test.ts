import { pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { recordTimeouts } from "../harness/expire-timeouts.ts";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { fetchPayload } from "./answers.ts";
import { expectShown, footerLink, openLive, shareTab, untilCore, watchTraffic } from "./soft-visit.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

interface Fault {
  what: string;
  /** Which requests it befalls. */
  pattern: string;
  /** Whether payloads come without the text of their style sheets: then the browser fetches them. */
  isBare?: true;
  /** Whether it never comes, so that the page gives it up. */
  hangs?: true;
  answer(route: Route): Promise<void>;
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
  { what: "never comes", hangs: true, pattern: payloads, answer: () => new Promise(() => undefined) },
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
    hangs: true,
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

/** Milliseconds after which a page gives up a payload or a style sheet. */
const givenUpMs = 3000;

const { site, browser } = useSite("GGPPH");

let expire: (ms: number) => Promise<void>;
const open = shareTab({
  site,
  async visit() {
    const visited = await browser().visit();
    expire = await recordTimeouts(visited.page);
    return visited;
  },
});

/** The page before is loaded as a document too, whichever fault led to the document of the next: a sample goes back after the first. */
const cases = sampledCases(10, faults).map((fault, index) => ({
  ...fault,
  goesBack: sampled({ all: true, sample: index === 0 }),
}));

test.for(cases)(
  "a navigation whose page $what is one document load of that page, and the page is right",
  async ({ pattern, isBare, hangs, answer, finds, goesBack }) => {
    const visited = await open("/contact/");
    if (finds) visited.expects(...finds);
    const { page, messages } = visited;
    if (isBare) await page.route("**/_payload.json?*", (route) => change(route, leaveOutStyles));
    const asked = Promise.withResolvers<boolean>();
    await page.route(pattern, (route) => {
      asked.resolve(true);
      return answer(route);
    });
    const traffic = watchTraffic(visited);
    const link = footerLink(visited, site(), "privacy-policy");
    if (hangs) {
      // On a machine that stands still for seconds the page may give up what it needs before that.
      const given = page.waitForRequest((request) => request.isNavigationRequest()).then(() => false);
      // Without the pointer, which would fetch the page ahead: one request begins, with one timeout.
      await link.dispatchEvent("click");
      if (await Promise.race([asked.promise, given])) await expire(givenUpMs);
    } else await link.click();
    await expectShown(visited, site(), "/privacy-policy/");
    await page.waitForLoadState("load");
    await untilCore(visited);
    expect(traffic().documents).toEqual(["/privacy-policy/"]);
    expect(await page.locator("main").isVisible()).toBe(true);
    expect(messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
    if (!goesBack) return;
    await page.goBack({ waitUntil: "commit" });
    await expectShown(visited, site(), "/contact/");
  },
);

test("a navigation to a page with styles of its own waits for one answer, and the page looks as one that was loaded", async () => {
  const visited = await open("/contact/");
  await visited.page.route("**/*.css", () => new Promise(() => undefined));
  const traffic = watchTraffic(visited);
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  const { styles } = await fetchPayload(site(), "/privacy-policy/");
  expect(styles.filter(({ text }) => text !== undefined).map(({ url }) => url)).toEqual([
    expect.stringMatching(/\/_release\/compliance\/.*\.css$/),
  ]);
  expect(traffic().documents).toEqual([]);
  const moved = await readLook(visited.page);
  await visited.page.reload();
  expect(moved).toEqual(await readLook(visited.page));
});

test("a payload that fails is asked for again when it is wanted the next time", async () => {
  const visited = await open("/contact/");
  visited.expects("failed request", /_FAILED GET .*_payload\.json/);
  let asked = 0;
  await visited.page.route(payloads, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  const traffic = watchTraffic(visited);
  const failed = visited.page.waitForEvent("requestfailed");
  await footerLink(visited, site(), "privacy-policy").hover();
  await failed;
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
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
async function readLook(page: Page): Promise<string[]> {
  // The clause that is being read is marked once the page was painted.
  await page.waitForFunction(() => document.querySelector("main a:target-current") !== null);
  return page.locator("main [class*='compliance-']").evaluateAll((elements) =>
    elements.map((element) => {
      const { display, gap, paddingBlock, color } = getComputedStyle(element);
      return [element.className, display, gap, paddingBlock, color].join(" ");
    }),
  );
}
