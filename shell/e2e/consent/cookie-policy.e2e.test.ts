import { consentCookie } from "@site/contracts/site/cookie-names";
import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { readKept } from "../pages/read-kept.ts";
import { useVendorSite } from "./use-vendor-site.ts";
import { openFrom, toBanner, untilPageEvents } from "./vendor-visit.ts";

const { site, browser } = useVendorSite();

test("B220 with a consent tool and tags, the cookie policy lists everything that a visitor who accepts all is left with", async () => {
  const visit = await openFrom(browser(), site(), "DE");
  const { page } = visit;
  await toBanner(page).accept.click();
  await waitUntil(async () => (await readKept(page)).includes(consentCookie), { what: "the note of the consent" });
  await page.locator("footer a[href='/contact/']").first().click();
  await untilPageEvents(visit, 2);
  const kept = await readKept(page);
  const policy = await page.evaluate(async () => {
    const response = await fetch("/cookie-policy/");
    return response.text();
  });
  const listed = [...policy.matchAll(/<tr><td[^>]*><code>([^<]+)<\/code>/g)].map(([, name]) => name);
  expect(listed).toContain(consentCookie);
  expect(kept.filter((name) => !listed.includes(name))).toEqual([]);
  await visit.close();
});
