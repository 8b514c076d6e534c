import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { useVendorSite } from "./use-vendor-site.ts";
import { openFrom, readInbox, toBanner, toConsents, untilPageEvents } from "./vendor-visit.ts";

const answers = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage", "functionality_storage"];
const denied = Object.fromEntries(answers.map((name) => [name, "denied"]));
const granted = Object.fromEntries(answers.map((name) => [name, "granted"]));

const { site, browser } = useVendorSite();

/** A visit that accepted everything, and another tab or window of the same browser that was opened afterwards. */
async function acceptBesideAnother() {
  const visit = await openFrom(browser(), site(), "DE");
  const banner = toBanner(visit.page);
  await banner.accept.click();
  await banner.again.waitFor();
  const other = await visit.page.context().newPage();
  await other.goto(`${site().origin}/privacy-policy/`);
  await untilPageEvents({ ...visit, page: other }, 1);
  return { visit, other, ...banner };
}

test("B220 what the visitor withdraws in one tab is withdrawn in the other before its next page is told, and is allowed there when it is allowed again", async () => {
  const { visit, other, accept, reject, again } = await acceptBesideAnother();
  const read = async (): Promise<unknown[][]> => toConsents(await readInbox(other));
  expect(await read()).toEqual([["update", granted]]);

  await again.click();
  await reject.click();
  await again.waitFor();
  await other.locator("footer a[href='/contact/']").first().click();
  await untilPageEvents({ ...visit, page: other }, 2);
  expect((await readInbox(other)).slice(-2)).toEqual([
    ["consent", "update", denied],
    expect.objectContaining({ "content-name": "/contact/" }),
  ]);

  await again.click();
  await accept.click();
  await again.waitFor();
  // As a browser does when the visitor comes back to a tab.
  await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await waitUntil(async () => (await read()).length === 3, { what: "the third choice" });
  expect((await read()).at(-1)).toEqual(["update", granted]);

  // The choice that is made in the tab itself counts at once.
  const own = toBanner(other);
  await own.again.click();
  await own.reject.click();
  await waitUntil(async () => (await read()).length === 4, { what: "the choice of the tab" });
  expect((await read()).at(-1)).toEqual(["update", denied]);
  await visit.close();
});

test("B220 what the visitor withdraws in one of two windows side by side is withdrawn in the other when they turn to it", async () => {
  const { visit, other, reject, again } = await acceptBesideAnother();
  await again.click();
  await reject.click();
  await again.waitFor();
  // As a browser does for a window that was visible all the time.
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await waitUntil(async () => toConsents(await readInbox(other)).length === 2, { what: "the withdrawal" });
  expect(toConsents(await readInbox(other)).at(-1)).toEqual(["update", denied]);
  await visit.close();
});
