import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { placeVisitor } from "./place-visitor.ts";
import { useVendorSite } from "./use-vendor-site.ts";
import { openFrom, readInbox, toBanner, toConsents, untilPageEvents } from "./vendor-visit.ts";

const answers = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage", "functionality_storage"];
const denied = Object.fromEntries(answers.map((name) => [name, "denied"]));
const granted = Object.fromEntries(answers.map((name) => [name, "granted"]));

const { site, browser } = useVendorSite();

test("B220 what the visitor withdraws in one tab or window is withdrawn in another one, when they turn to it and before its next page is told, and is allowed there when it is allowed again", async () => {
  const visit = await openFrom(browser(), site(), "DE");
  const { accept, reject, again } = toBanner(visit.page);
  await accept.click();
  await again.waitFor();
  const other = await visit.page.context().newPage();
  await placeVisitor(other, site(), "DE");
  await other.goto(`${site().origin}/privacy-policy/`);
  await untilPageEvents({ ...visit, page: other }, 1);
  const read = async (): Promise<unknown[][]> => toConsents(await readInbox(other));
  expect(await read()).toEqual([["update", granted]]);
  const choose = async (answer: typeof accept): Promise<void> => {
    await again.click();
    await answer.click();
    await again.waitFor();
  };

  await choose(reject);
  // As a browser does for a window that was visible all the time, beside the other.
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await waitUntil(async () => (await read()).length === 2, { what: "the withdrawal in the other window" });
  expect((await read()).at(-1)).toEqual(["update", denied]);

  await choose(accept);
  // As a browser does when the visitor comes back to a tab.
  await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await waitUntil(async () => (await read()).length === 3, { what: "the third choice" });
  expect((await read()).at(-1)).toEqual(["update", granted]);

  await choose(reject);
  await other.locator("footer a[href='/contact/']").first().click();
  await untilPageEvents({ ...visit, page: other }, 2);
  expect((await readInbox(other)).slice(-2), "the withdrawal before the next page of the other tab").toEqual([
    ["consent", "update", denied],
    expect.objectContaining({ "content-name": "/contact/" }),
  ]);

  // The choice that is made in the tab itself counts at once.
  const own = toBanner(other);
  await own.again.click();
  await own.accept.click();
  await waitUntil(async () => (await read()).length === 5, { what: "the choice of the tab" });
  expect((await read()).at(-1)).toEqual(["update", granted]);
  await own.again.click();
  await own.reject.click();
  await waitUntil(async () => (await read()).length === 6, { what: "the second choice of the tab" });
  expect((await read()).at(-1)).toEqual(["update", denied]);
  await visit.close();
});
