// A consent tool that works, and answers in another way or order than usual.
import { expect, test } from "vitest";
import { hurryCore } from "../harness/hurry-core.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { useVisitors, useVendorSite } from "./use-vendor-site.ts";
import { placeVisitor } from "./place-visitor.ts";
import {
  consentScript,
  expectUsable,
  listWarnings,
  passVendorLimit,
  readInbox,
  toAnalytics,
  toBanner,
  toConsents,
  toPageEvents,
  untilHeadScript,
  untilPageEvents,
  untilWarned,
} from "./vendor-visit.ts";

const used = useVendorSite();
const { site, browser } = used;
const arrive = useVisitors(used, { recordsTimeouts: true });

test("B220 where the browser keeps nothing, a choice holds for the page and is asked for again on the next document", async () => {
  const visit = await browser().visit({ viewport: { width: 390, height: 844 } });
  await placeVisitor(visit.page, site(), "DE");
  await visit.page.addInitScript(() => {
    Object.defineProperty(document, "cookie", { get: () => "", set() {} });
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Storage is blocked.", "SecurityError");
        },
      });
    }
  });
  await visit.page.goto(`${site().origin}/privacy-policy/`);
  await hurryCore(visit.page);
  await toBanner(visit.page).accept.click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).length === 2, { what: "the choice" });
  await expectUsable(visit);
  expect(await toBanner(visit.page).banner.isVisible()).toBe(false);
  await visit.page.reload();
  await hurryCore(visit.page);
  await toBanner(visit.page).accept.waitFor();
  expect([...listWarnings(visit, "consent"), ...listWarnings(visit, "analytics")]).toEqual([]);
});

test("B220 a tool that speaks before it wrote down what goes with it is understood all the same", async () => {
  await site().consent.tell({ answer: "out-of-order" });
  const visit = await arrive("DE");
  await toBanner(visit.page).accept.click();
  await waitUntil(async () => toConsents(await readInbox(visit.page)).length >= 2, { what: "the choice" });
  await toBanner(visit.page).again.waitFor();
  expect(toConsents(await readInbox(visit.page)).map(([, state]) => toAnalytics(state))).toEqual(["denied", "granted"]);
});

test("B220 a tool that says everything twice is heard once; one that is slow is waited for half a second, and its answer is used when it comes", async () => {
  await site().consent.tell({ answer: "twice" });
  const visit = await arrive("DE");
  const listAnswers = async () => toConsents(await readInbox(visit.page)).map(([, state]) => toAnalytics(state));
  await toBanner(visit.page).accept.click();
  await toBanner(visit.page).again.waitFor();
  expect(await listAnswers(), "of the tool that says everything twice").toEqual(["denied", "granted"]);
  await site().consent.tell({ answer: "slow" });
  await visit.page.reload();
  await untilPageEvents(visit, 1);
  expect(await listAnswers(), "before the late answer").toEqual(["denied"]);
  await waitUntil(async () => (await listAnswers()).length === 2, { what: "the late answer" });
  expect(await listAnswers(), "after the late answer").toEqual(["denied", "granted"]);
  expect(listWarnings(visit, "consent")).toEqual([]);
});

test("B220 a tool that shows its banner and never says anything is waited for no longer", async () => {
  await site().consent.tell({ answer: "silent" });
  const visit = await arrive("DE");
  await toBanner(visit.page).banner.waitFor();
  await passVendorLimit(visit, consentScript, true);
  await untilWarned(visit, "consent");
  await untilHeadScript(visit);
  expect(listWarnings(visit, "consent")).toHaveLength(1);
  expect(toConsents(await readInbox(visit.page)).map(([, state]) => toAnalytics(state))).toEqual(["denied"]);
  expect(toPageEvents(await readInbox(visit.page))).toHaveLength(1);
});
