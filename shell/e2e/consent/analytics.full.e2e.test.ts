import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { useVisitors, useVendorSite } from "./use-vendor-site.ts";
import {
  followFooter,
  listRequestsTo,
  readInbox,
  toConsents,
  toPageEvents,
  untilHeadScript,
  untilPageEvents,
} from "./vendor-visit.ts";

const view = (path: string, name: string) => ({
  event: "content-view",
  "content-name": path,
  "content-view-name": name,
});

const used = useVendorSite();
const { site, browser } = used;
const arrive = useVisitors(used);
const readConsent = async (visit: Visit) => ({
  asked: listRequestsTo(visit, site().consent),
  consents: toConsents(await readInbox(visit.page)),
});

test("B224 loads the tag manager with the site's id, once, after the page", async () => {
  const visit = await arrive("PH", { path: "/" });
  await untilPageEvents(visit, 1);
  await waitUntil(async () => (await site().records()).length === 2, { what: "the tag's records" });
  expect(listRequestsTo(visit, site().tags).filter((url) => url.includes("/gtm.js"))).toEqual([
    `${site().tags.origin}/gtm.js?id=GTM-SIMUL8`,
  ]);
  expect((await site().records()).map(({ id, entry }) => ({ id, entry }))).toEqual([
    { id: "GTM-SIMUL8", entry: { event: "gtm.js", "gtm.start": expect.any(Number) } },
    { id: "GTM-SIMUL8", entry: view("/", "index") },
  ]);
  const { loaded, asked } = await visit.page.evaluate(
    (origin) => ({
      loaded:
        performance
          .getEntriesByType("navigation")
          .map((entry) => (entry instanceof PerformanceNavigationTiming ? entry.loadEventEnd : 0))[0] ?? 0,
      asked: performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.startsWith(origin))
        .map(({ startTime }) => startTime),
    }),
    site().tags.origin,
  );
  expect(asked.filter((start) => start < loaded)).toEqual([]);
  expect(visit.messages).toEqual([]);
  expect(await visit.violations()).toEqual([]);
});

test("B220 B221 B225 every page is told once, with its path and name: the first, after a navigation, and after going back; in the Philippines the consent tool is loaded on none of them", async () => {
  const visit = await arrive("PH", { path: "/?utm_source=letter" });
  await untilPageEvents(visit, 1);
  await followFooter(visit, "/contact/");
  await untilPageEvents(visit, 2);
  await followFooter(visit, "/privacy-policy/");
  await untilPageEvents(visit, 3);
  await visit.page.goBack();
  await untilPageEvents(visit, 4);
  await visit.page.goBack();
  await untilPageEvents(visit, 5);
  await visit.page.waitForLoadState("networkidle");
  const expected = [
    view("/", "index"),
    view("/contact/", "contact"),
    view("/privacy-policy/", "privacy-policy"),
    view("/contact/", "contact"),
    view("/", "index"),
  ];
  expect(toPageEvents(await readInbox(visit.page))).toEqual(expected);
  await waitUntil(async () => toPageEvents((await site().records()).map(({ entry }) => entry)).length === 5, {
    what: "the tag to hear of five pages",
  });
  expect(visit.requests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
  expect(await readConsent(visit)).toEqual({ asked: [], consents: [] });
});

test("B225 a navigation before the tag manager has loaded is reported in order, and nothing twice", async () => {
  await site().tags.tell({ script: "slow" });
  const visit = await arrive("PH", { path: "/" });
  await visit.page.locator("footer a[href='/contact/']").first().hover();
  await waitUntil(async () => (await visit.events()).length > 0, { what: "the core" });
  await followFooter(visit, "/contact/");
  await untilPageEvents(visit, 2);
  await waitUntil(async () => (await site().records()).length === 3, { what: "the tag's records" });
  expect(toPageEvents((await site().records()).map(({ entry }) => entry))).toEqual([
    view("/", "index"),
    view("/contact/", "contact"),
  ]);
});

test("B220 B221 B225 a navigation before our own script has loaded is reported in order, and in an unknown country the consent tool is not loaded", async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const visit = await arrive(undefined, {
    path: "/?utm_source=letter",
    prepare: (page) =>
      page.route("**/head.js", async (route) => {
        await held;
        await route.continue();
      }),
  });
  await waitUntil(async () => (await visit.events()).length > 0, { what: "the core" });
  await followFooter(visit, "/contact/");
  await waitUntil(async () => (await visit.events()).filter(({ name }) => name === "route:changed").length === 2, {
    what: "the navigation",
  });
  letGo();
  expect(await untilPageEvents(visit, 2)).toEqual([view("/", "index"), view("/contact/", "contact")]);
  await visit.page.waitForLoadState("networkidle");
  expect(await readConsent(visit)).toEqual({ asked: [], consents: [] });
});

test("B225 a document that the browser brings back from its memory is told again", async () => {
  const visit = await arrive("PH", { path: "/contact/" });
  await untilPageEvents(visit, 1);
  // Under automation the browser keeps no documents, so what it would say is said here.
  await visit.page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect(toPageEvents(await readInbox(visit.page))).toEqual([
    view("/contact/", "contact"),
    view("/contact/", "contact"),
  ]);
});

test("B225 a page that is only prepared for a visitor loads no tag and is not told before it is shown", async () => {
  const visit = await browser().visit();
  await visit.page.addInitScript(() => {
    let isPrerendering = true;
    Object.defineProperty(document, "prerendering", { get: () => isPrerendering });
    Object.assign(window, {
      show: () => {
        isPrerendering = false;
        document.dispatchEvent(new Event("prerenderingchange"));
      },
    });
  });
  await visit.page.goto(`${site().origin}/contact/`);
  await untilHeadScript(visit);
  expect(listRequestsTo(visit, site().tags)).toEqual([]);
  expect(await readInbox(visit.page)).toEqual([]);
  await visit.page.evaluate("show()");
  expect(await untilPageEvents(visit, 1)).toEqual([view("/contact/", "contact")]);
});

test("B225 a page that does not exist is told as what it is", async () => {
  const visit = await arrive("PH", { path: "/no-such-page/" });
  visit.expects("failed request", /^404 GET \/no-such-page\/$/);
  expect(await untilPageEvents(visit, 1)).toEqual([view("/404/", "error:404")]);
});
