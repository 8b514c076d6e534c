import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { expectShown, openLive, watchTraffic } from "./soft-visit.ts";

const { site, browser } = useSite("GGPPH");

/** The page of all tests. Each opens a document of its own. */
let visited: Visit;
beforeAll(async () => {
  visited = await browser().visit();
});
afterAll(() => visited?.close());

/** A page of compliance alone, and one with an island of content: what the first document is not told of. */
const from = "/terms-conditions/";
const descriptions = /\/_release\/content\/[^/]+\/sha384-[^/]+\.json$/;

test("a soft navigation to a page with a package that the document does not know fetches that release's description, and its island is hydrated", async () => {
  await openLive(Promise.resolve(visited), site(), from);
  const { page, requests, events } = visited;
  expect(await page.locator("#site-set").textContent()).not.toContain('"content"');
  const traffic = watchTraffic(visited);
  await page.locator("header a[href='/']").first().click();
  await expectShown(visited, site(), "/");
  expect(traffic().documents).toEqual([]);
  // A prefetch and the navigation may both ask; the second answer comes from the cache, for the address is immutable.
  expect(new Set(requests.map((request) => request.url()).filter((url) => descriptions.test(url))).size).toBe(1);
  await page.locator('[data-island^="content/"]').first().dispatchEvent("pointerdown");
  await page.locator('[data-island^="content/"][data-live]').first().waitFor();
  expect((await events()).filter(({ name }) => name === "remote:failed")).toEqual([]);
});

test.each([
  ["has other bytes", (body: string) => `${body} `],
  ["is of another release", (body: string) => body.replaceAll("expose-", "foreign-")],
])(
  "a navigation whose package has a description that %s is a document load of that page, and the page is right",
  async (_what, change) => {
    await openLive(Promise.resolve(visited), site(), from);
    const { page } = visited;
    visited.expects("console error", /integrity/);
    await page.route(descriptions, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
    const traffic = watchTraffic(visited);
    await page.locator("header a[href='/']").first().click();
    await expectShown(visited, site(), "/");
    expect(traffic().documents).toEqual(["/"]);
    await page.unroute(descriptions);
  },
);
