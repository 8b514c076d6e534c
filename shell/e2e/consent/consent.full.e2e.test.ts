import type { Page } from "playwright";
import { consentCookie } from "@site/contracts/site/cookie-names";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { readKept } from "../pages/read-kept.ts";
import { useVisitors, useVendorSite } from "./use-vendor-site.ts";
import {
  listRequestsTo,
  openFrom,
  readInbox,
  toBanner,
  toConsents,
  untilHeadScript,
  untilPageEvents,
} from "./vendor-visit.ts";
import { sampledCases } from "../harness/sampled.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

const denied = {
  ad_storage: "denied",
  ad_user_data: "denied",
  ad_personalization: "denied",
  analytics_storage: "denied",
  functionality_storage: "denied",
};
const granted = {
  ad_storage: "granted",
  ad_user_data: "granted",
  ad_personalization: "granted",
  analytics_storage: "granted",
  functionality_storage: "granted",
};

const used = useVendorSite();
const { site, browser } = used;
const arrive = useVisitors(used);

test("B220 B222 B223 without the flag a visitor in Germany is asked by a tool that is told which site it is on and nothing of the visitor; no default is told, and no tag is loaded before the answer is known", async () => {
  const before = await site().consent.count("located");
  const visit = await arrive("DE");
  await toBanner(visit.page).accept.waitFor();
  const script = visit.page.locator(`script[src="${site().consent.origin}/scripttemplates/otSDKStub.js"]`);
  expect(await script.count()).toBe(1);
  expect(await script.getAttribute("charset")).toBe("UTF-8");
  expect(await script.getAttribute("data-domain-script")).toMatch(/^[0-9a-f-]{36}$/);
  // The tool finds out by itself where the visitor is.
  expect(await site().consent.count("located")).toBe(before + 1);
  await untilPageEvents(visit, 1);
  const inbox = await readInbox(visit.page);
  expect(toConsents(inbox)).toEqual([["update", denied]]);
  expect(inbox[0]).toEqual(["consent", "update", denied]);
  await waitUntil(async () => (await site().records()).length >= 3, { what: "the tag's records" });
  for (const { consent } of await site().records()) expect(consent).toEqual(denied);
  expect(visit.messages).toEqual([]);
  expect(await visit.violations()).toEqual([]);
});

// The banner's test has a visitor from Great Britain, and is-consent-needed.test.ts the list.
test.for(sampledCases(0, ["GF", "NO"]))(
  "B220 a visitor in %s, which is on the list and no member state of the European Union, is asked for consent",
  async (country) => {
    const visit = await arrive(country);
    await waitUntil(async () => listRequestsTo(visit, site().consent).length > 0, { what: "the consent tool" });
  },
);

// Visitors in the Philippines and in an unknown country go on without the consent tool in analytics.
test.for(sampledCases<string | undefined>(0, [undefined, "PH", "CA"]))(
  "B220 B221 in the country %s the consent tool is never loaded, however far the visitor goes",
  async (country) => {
    const visit = await arrive(country, { path: "/house-rules/" });
    await untilPageEvents(visit, 1);
    await visit.page.locator("footer a[href='/contact/']").first().click();
    await untilPageEvents(visit, 2);
    await visit.page.waitForLoadState("networkidle");
    const asked = listRequestsTo(visit, site().consent);
    expect({ asked, consents: toConsents(await readInbox(visit.page)) }).toEqual({ asked: [], consents: [] });
  },
);

test("B215 B216 B217 with clean in the address neither the consent tool nor a tag is loaded; with lighthouse the visitor is asked for consent, and no tag is loaded; no page is told in either, nor after a soft navigation", async () => {
  const clean = await arrive("DE", { path: "/privacy-policy/?clean" });
  await untilHeadScript(clean);
  await goToContact(clean);
  expect([...listRequestsTo(clean, site().consent), ...listRequestsTo(clean, site().tags)]).toEqual([]);
  expect(await readInbox(clean.page)).toEqual([]);

  for (const parameter of sampledCases(1, ["lighthouse", "lighthouse=1"])) {
    const visit = await arrive("DE", { path: `/privacy-policy/?${parameter}` });
    const { accept, again } = toBanner(visit.page);
    await accept.click();
    await again.waitFor();
    await goToContact(visit);
    const asked = listRequestsTo(visit, site().tags);
    expect({ parameter, asked, inbox: await readInbox(visit.page) }).toEqual({ parameter, asked: [], inbox: [] });
  }
});

/** Navigates without a document load, and waits until nothing is requested any more. */
async function goToContact(visit: Visit): Promise<void> {
  await visit.page.locator("footer a[href='/contact/']").first().dispatchEvent("click");
  await waitUntil(async () => (await visit.events()).filter(({ name }) => name === "route:changed").length === 2, {
    what: "the navigation",
  });
  await visit.page.waitForLoadState("networkidle");
}

test("B080 B220 what the visitor chooses reaches the tags, and so does every change of mind; the button that opens the consent tool again lies on no button of the quick area", async () => {
  const visit = await arrive("DE");
  const { banner, accept, reject, again } = toBanner(visit.page);
  await accept.click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).length === 2, { what: "the first choice" });
  await again.click();
  await reject.click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).length === 3, { what: "the change of mind" });
  await again.click();
  await banner.getByText("Choose one by one").click();
  await banner.getByLabel("Analytics").check();
  await banner.getByRole("button", { name: "Confirm my choices" }).click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).length === 4, { what: "the third choice" });
  expect(toConsents(await readInbox(visit.page))).toEqual([
    ["update", denied],
    ["update", granted],
    ["update", denied],
    ["update", { ...denied, analytics_storage: "granted" }],
  ]);
  await again.waitFor();
  await expectAside(visit.page);
});

/** The button that opens the consent tool again lies on no button of the quick area, on a phone, a tablet and a desk. */
async function expectAside(page: Page): Promise<void> {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    const covered = await page.evaluate(() => {
      // All buttons are shown, as after a page has stood still for a while (B083, B084).
      document.documentElement.dataset["scroll"] = "still";
      const tool = document.querySelector("#onetrust-consent-sdk > button")?.getBoundingClientRect();
      const buttons = [...document.querySelectorAll("[data-quick-area] :is(a, button)")].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      const isCovered = ({ left, right, top, bottom }: DOMRect): boolean =>
        !tool || (left < tool.right && tool.left < right && top < tool.bottom && tool.top < bottom);
      return {
        seen: buttons.length,
        names: buttons
          .filter((one) => isCovered(one.getBoundingClientRect()))
          .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
      };
    });
    expect(covered.names, `${viewport.width} wide`).toEqual([]);
    expect(covered.seen, `${viewport.width} wide`).toBeGreaterThan(0);
  }
}

test("B220 on a later visit the visitor is not asked again, and the tags know the choice before the first page is told; the cookie policy lists everything that a visitor who accepts all is left with", async () => {
  const visit = await arrive("DE");
  await toBanner(visit.page).accept.click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).length === 2, { what: "the choice" });
  await waitUntil(async () => (await site().records()).length === (await readInbox(visit.page)).length, {
    what: "the tag's records of the first page",
  });
  await site().reset();
  await visit.page.goto(`${site().origin}/contact/`);
  await untilPageEvents(visit, 1);
  expect(await readInbox(visit.page)).toEqual([
    ["consent", "update", granted],
    { event: "gtm.js", "gtm.start": expect.any(Number) },
    { event: "content-view", "content-name": "/contact/", "content-view-name": "contact" },
  ]);
  expect(await toBanner(visit.page).banner.isVisible()).toBe(false);
  await waitUntil(async () => (await site().records()).length === 3, { what: "the tag's records" });
  for (const { consent } of await site().records()) expect(consent).toEqual(granted);
  const kept = await readKept(visit.page);
  expect(kept).toContain(consentCookie);
  const policy = await (await fetch(`${site().origin}/cookie-policy/`)).text();
  const listed = [...policy.matchAll(/<tr><th scope="row"><code>([^<]+)<\/code>/g)].map(([, name]) => name);
  expect(listed).toContain(consentCookie);
  expect(kept.filter((name) => !listed.includes(name))).toEqual([]);
});

test("B220 the banner of a visitor in Great Britain, which is on the list and no member state of the European Union, can be used by keyboard alone, on a narrow screen, and an automated check finds nothing", async () => {
  const visit = await openFrom(browser(), site(), "GB", "/contact/", {
    viewport: { width: 320, height: 640 },
    reducedMotion: "reduce",
  });
  const { page } = visit;
  // The check measures contrast with a style sheet of its own.
  visit.expects("policy report", /^style-src-elem inline at :\d+$/);
  const { banner, again } = toBanner(page);
  await banner.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").textContent()).toBe("Accept all");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").textContent()).toBe("Reject all");
  await page.keyboard.press("Enter");
  await banner.waitFor({ state: "hidden" });
  expect(await page.locator(":focus").textContent()).toBe("Cookie settings");
  await page.keyboard.press("Enter");
  await banner.waitFor();
  expect(await banner.evaluate((element) => element === document.activeElement)).toBe(true);
  await again.waitFor({ state: "hidden" });
  expect(await findAxeViolations(page, "#onetrust-consent-sdk")).toEqual([]);
  await visit.close();
});
