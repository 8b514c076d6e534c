import { expect, test } from "vitest";
import { hurryCore } from "../harness/hurry-core.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { TagRecord } from "./vendor-site.ts";
import { useVisitors, useVendorSite } from "./use-vendor-site.ts";
import { followFooter, readInbox, toBanner, toConsents, toPageEvents, untilPageEvents } from "./vendor-visit.ts";

const byDefault = {
  ad_storage: "denied",
  ad_user_data: "denied",
  ad_personalization: "denied",
  analytics_storage: "denied",
  wait_for_update: 500,
};
const { wait_for_update: waitForUpdateMs, ...deniedByDefault } = byDefault;

// Composing a site costs more than all visits of a file, so the site has both flags and Google's tag.
const used = useVendorSite((config) => ({
  ...config,
  analytics: { pageEvent: "page_view", tagManagerId: "G-ABCDEFGH", scriptUrl: "https://tags.example/gtag/js" },
  flags: { ...config.flags, isDefaultConsentEnabled: true, isOneTrustCustomStub: true },
}));
const { site } = used;
const arrive = useVisitors(used);

/** What the tag made of the page it was told. */
async function untilPageRecord(): Promise<TagRecord | undefined> {
  let found: TagRecord | undefined;
  await waitUntil(
    async () => {
      found = (await site().records()).find(({ entry }) => toPageEvents([entry]).length > 0);
      return found !== undefined;
    },
    { what: "the tag to act on the page" },
  );
  return found;
}

test("B222 with the flag everything is denied before any tag is told anything, and tags wait 500 ms for the visitor's answer", async () => {
  const visit = await arrive("PH");
  await untilPageEvents(visit, 1);
  const inbox = await readInbox(visit.page);
  expect(inbox[0]).toEqual(["consent", "default", byDefault]);
  expect(toConsents(inbox)).toEqual([["default", byDefault]]);
  const record = await untilPageRecord();
  expect(record?.consent).toEqual(deniedByDefault);
  expect(record?.held).toBeGreaterThanOrEqual(waitForUpdateMs - 50);
});

test("B222 a visitor who allowed everything on an earlier visit stays allowed: the tags get the update right after the default", async () => {
  const visit = await arrive("DE");
  await toBanner(visit.page).accept.click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).some(([, state]) => isGranted(state)), {
    what: "the choice",
  });
  await site().reset();
  // On a slow day the tag comes after the tool: then it finds both in its inbox.
  await visit.page.route(`${site().tags.origin}/gtag/js*`, async (route) => {
    await waitUntil(async () => toConsents(await readInbox(visit.page)).some(([, state]) => isGranted(state)), {
      what: "the tool's answer",
    });
    await route.continue();
  });
  await visit.page.goto(`${site().origin}/contact/`);
  await hurryCore(visit.page);
  const record = await untilPageRecord();
  expect(toConsents(await readInbox(visit.page))[0]).toEqual(["default", byDefault]);
  expect(isGranted(record?.consent)).toBe(true);
  expect(record?.held).toBeLessThan(waitForUpdateMs);
});

test("B222 B223 with the flag the tool is told where the visitor is before it comes, and asks no other service; who is asked and does not answer stays denied, and the page is counted without consent", async () => {
  const before = await site().consent.count("located");
  const visit = await arrive("DE");
  await toBanner(visit.page).accept.waitFor();
  expect(
    await visit.page.evaluate(() => Reflect.get(Object(Reflect.get(window, "OneTrust")), "geolocationResponse")),
  ).toEqual({ countryCode: "DE", stateCode: "" });
  expect((await untilPageRecord())?.consent).toMatchObject(deniedByDefault);
  expect(await site().consent.count("located")).toBe(before);
});

const toView = (path: string, title: string, query = "") => [
  "event",
  "page_view",
  { page_path: path, page_title: title, page_location: `${site().origin}${path}${query}` },
];

test("B222 B225 the page view of Google's tag is switched off, and each page is told once with title and address, after the default", async () => {
  const visit = await arrive("PH", { path: "/contact/?utm_source=letter" });
  await untilPageEvents(visit, 1);
  await followFooter(visit, "/privacy-policy/");
  await untilPageEvents(visit, 2);
  await visit.page.goBack();
  await untilPageEvents(visit, 3);
  const title = (await visit.page.title()).split(" | ")[0] ?? "";
  expect(await readInbox(visit.page)).toEqual([
    ["consent", "default", byDefault],
    ["js", expect.any(Date)],
    ["config", "G-SIMULATED1", { send_page_view: false }],
    toView("/contact/", title, "?utm_source=letter"),
    toView("/privacy-policy/", "Privacy Policy"),
    toView("/contact/", title, "?utm_source=letter"),
  ]);
  await waitUntil(async () => (await site().records()).length === 6, { what: "the tag's records" });
});

function isGranted(state: unknown): boolean {
  return typeof state === "object" && state !== null && Reflect.get(state, "analytics_storage") === "granted";
}
