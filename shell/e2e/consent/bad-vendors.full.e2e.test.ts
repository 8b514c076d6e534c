import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { useVisitors, useVendorSite } from "./use-vendor-site.ts";
import {
  consentScript,
  expectUsable,
  listWarnings,
  openFrom,
  openShortened,
  passVendorLimit,
  readInbox,
  toAnalytics,
  toBanner,
  toConsents,
  toPageEvents,
  untilPageEvents,
  untilWarned,
} from "./vendor-visit.ts";
import { sampledCases } from "../harness/sampled.ts";

const used = useVendorSite();
const { site, browser } = used;
const arrive = useVisitors(used, { recordsTimeouts: true });

/** All that was told about consent is that analytics are denied. */
async function expectDenied({ page }: Visit): Promise<void> {
  const told = toConsents(await readInbox(page));
  expect(told.map(([action, state]) => [action, toAnalytics(state)])).toEqual([["update", "denied"]]);
}

/** What a third party throws is uncaught: its code is not called by ours. What it takes from the browser is missing to everyone. */
function announceScript({ expects, permits }: Visit, script: string): void {
  if (script === "throws") expects("uncaught error", /simulated script is broken/);
  if (script === "redefines")
    permits(
      "uncaught error",
      /^Cannot read properties of undefined \(reading '(all|stringify|parse|resolve|race|allSettled)'\)$|is not a (function|constructor)$/,
    );
}

const tagScript = /\/gtm\.js/;
const lateAnswer = /otSDKStub\.js (gave no answer|did not come) within 5000 ms$/;
const unusable = /could not be loaded$/;

test.for(
  sampledCases(1, [
    ["redefines the page's globals", "redefines", lateAnswer],
    ["is not there", "missing", unusable],
    ["never comes", "hangs", lateAnswer],
    ["is a page of the network's", "html", unusable],
    ["is empty", "empty", lateAnswer],
    ["throws", "throws", lateAnswer],
  ]),
)(
  "B220 when the consent tool's script %s, nothing is allowed, the page works, and the log says so once",
  async ([_what, script, sentence]) => {
    await site().consent.tell({ script });
    // A script that redefines the inbox leaves nothing to read, and what it breaks of the browser is broken for all scripts, also for what ends its timeouts.
    const isWhole = script !== "redefines";
    const visit = await (isWhole ? arrive("DE") : openShortened(browser(), site(), "DE"));
    announceScript(visit, script);
    if (isWhole && sentence === lateAnswer) await passVendorLimit(visit, consentScript, script !== "hangs");
    await untilWarned(visit, "consent");
    if (isWhole) {
      expect(await untilPageEvents(visit, 1)).toHaveLength(1);
      await expectDenied(visit);
    }
    await expectUsable(visit);
    const warnings = listWarnings(visit, "consent");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(sentence);
    if (isWhole)
      expect(
        visit.messages.filter(
          (message) => message.startsWith("uncaught:") && !message.includes("simulated script is broken"),
        ),
      ).toEqual([]);
  },
);

test.for(
  sampledCases(0, [
    ["never comes", "hangs"],
    ["is not there", "missing"],
    ["is a page of the network's", "html"],
  ]),
)(
  "B224 when the tag manager's script %s, the page works, pages are still told, and the log says so once",
  async ([_what, script]) => {
    await site().tags.tell({ script });
    const visit = await arrive("PH");
    if (script === "hangs") await passVendorLimit(visit, tagScript, false);
    await untilWarned(visit, "analytics");
    await expectUsable(visit);
    expect(await untilPageEvents(visit, 2)).toHaveLength(2);
    expect(listWarnings(visit, "analytics")).toHaveLength(1);
    expect(visit.messages.filter((message) => message.startsWith("uncaught:"))).toEqual([]);
  },
);

test("B220 B224 when neither third party's script ever comes, nothing is allowed, the page works, pages are still told, and the log names each of them once", async () => {
  await Promise.all([site().consent, site().tags].map(({ tell }) => tell({ script: "hangs" })));
  const visit = await arrive("DE");
  await passVendorLimit(visit, consentScript, false);
  await passVendorLimit(visit, tagScript, false);
  await Promise.all([untilWarned(visit, "consent"), untilWarned(visit, "analytics")]);
  expect(await untilPageEvents(visit, 1)).toHaveLength(1);
  await expectDenied(visit);
  await expectUsable(visit);
  expect(await untilPageEvents(visit, 2)).toHaveLength(2);
  expect(listWarnings(visit, "consent")).toEqual([expect.stringMatching(lateAnswer)]);
  expect(listWarnings(visit, "analytics")).toHaveLength(1);
  expect(visit.messages.filter((message) => message.startsWith("uncaught:"))).toEqual([]);
});

test.for(
  sampledCases(2, [
    ["throws", "throws"],
    ["redefines the page's globals", "redefines"],
    ["is empty", "empty"],
  ]),
)(
  "B224 when the tag manager's script %s, the page works, and nothing of ours fails with it",
  async ([_what, script]) => {
    await site().tags.tell({ script });
    // What a script redefined is broken until the next document, also for the removal of what the page keeps.
    const visit = await (script === "redefines" ? openFrom(browser(), site(), "PH") : arrive("PH"));
    announceScript(visit, script);
    await visit.page.waitForFunction(() => Reflect.get(window, "dataLayer") !== undefined);
    await visit.page.waitForLoadState("networkidle");
    await expectUsable(visit);
    // What a vendor broke of the browser is broken for all scripts.
    if (script !== "redefines")
      expect(visit.messages.filter((message) => message.startsWith("uncaught:"))).toHaveLength(
        script === "throws" ? 1 : 0,
      );
    expect(listWarnings(visit, "analytics").length).toBeLessThanOrEqual(1);
  },
);

test.for([
  ["some time after it came", "late"],
  ["by putting another in its place", "replaced"],
] as const)("B225 a tag manager that takes its inbox over %s hears of every page once", async ([_how, inbox]) => {
  await site().tags.tell({ inbox });
  const visit = await arrive("PH");
  await untilPageEvents(visit, 1);
  await expectUsable(visit);
  const listHeard = async () =>
    toPageEvents((await site().records()).map(({ entry }) => entry)).map((entry) =>
      Reflect.get(Object(entry), "content-name"),
    );
  await waitUntil(async () => (await listHeard()).length === 2, { what: "the tag to hear of two pages" });
  await visit.page.waitForLoadState("networkidle");
  expect(await listHeard()).toEqual(["/privacy-policy/", "/contact/"]);
});

test("B220 B224 the visitor whose browser blocks third parties reads every page, nothing is allowed, and the log names each of them once", async () => {
  const visit = await arrive("DE", {
    async prepare(page) {
      for (const { origin } of [site().consent, site().tags])
        await page.route(`${origin}/**`, (route) => route.abort("blockedbyclient"));
    },
  });
  await untilWarned(visit, "analytics");
  expect(await untilPageEvents(visit, 1)).toHaveLength(1);
  await expectDenied(visit);
  await expectUsable(visit, (link) => link.click());
  expect(await untilPageEvents(visit, 2)).toHaveLength(2);
  expect(listWarnings(visit, "consent")).toEqual([expect.stringMatching(unusable)]);
  expect(listWarnings(visit, "analytics")).toEqual([expect.stringMatching(unusable)]);
  expect(visit.messages.filter((message) => message.startsWith("uncaught:"))).toEqual([]);
});

// What counts as an answer is tested by visitor-answer.test.ts.
test.for(
  sampledCases(1, [
    ["answers 503", 503, ""],
    ["answers null", 200, "null"],
    ["answers HTML", 200, "<h1>Sign in</h1>"],
    ["answers a list", 200, "[]"],
  ]),
)(
  "B220 when the site %s about where the visitor is, no visitor is asked, nothing is allowed, and the log says so once",
  async ([_what, status, body]) => {
    const visit = await arrive("DE", {
      prepare: (page) => page.route("**/api/visitor", (route) => route.fulfill({ status, body })),
    });
    if (status === 503) visit.expects("failed request", /^503 GET \/api\/visitor$/);
    await untilPageEvents(visit, 1);
    expect(toConsents(await readInbox(visit.page)).map(([, state]) => toAnalytics(state))).toEqual(["denied"]);
    expect(await toBanner(visit.page).banner.count()).toBe(0);
    await expectUsable(visit);
    expect(listWarnings(visit, "consent")).toHaveLength(1);
  },
);
