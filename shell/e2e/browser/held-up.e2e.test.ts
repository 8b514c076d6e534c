// A visitor has pressed something, and code never comes, another script has replaced functions of the history, or the page is left.
import { expect, test } from "vitest";
import { holdScripts } from "../harness/hold-scripts.ts";
import { openBrowser } from "../harness/open-browser.ts";
import { passTimeLimit, recordTimeouts } from "../harness/expire-timeouts.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, openLive, watchTraffic } from "../releases/soft-visit.ts";

/** Milliseconds after which the core no longer waits for other code of the shell. */
const codeLimitMs = 3000;

const { site, visit } = useSite("GGPPH");

test("B086 Page Top leads to the top at once while its code does not come, and moves the focus there when it does", async () => {
  const opening = await visit();
  // The pressed button hides at the top, and what moves the focus from it is held up.
  opening.permits("focus", /href="#top"/);
  const release = await holdScripts(opening.page, /\/_release\/shell\/.*\/first-touch\.js$/);
  const { page, close } = await openLive(Promise.resolve(opening), site(), "/about-us/");
  await page.evaluate(() => scrollTo(0, 1500));
  await page.locator("html[data-scroll='still']").waitFor();
  await page.locator("a[data-page-top]").click();
  expect(await page.evaluate(() => [scrollY, location.hash])).toEqual([0, ""]);
  release();
  await waitUntil(() => page.evaluate(() => document.activeElement?.matches("main > h1") ?? false), {
    what: "the focus on the heading",
  });
  await close();
});

test.for([
  { fault: "does nothing", isThrown: false },
  { fault: "throws, as a browser does after too many changes", isThrown: true },
])("a link leads to its page, by a document load, when the history $fault", async ({ isThrown }) => {
  const visited = await openLive(visit(), site(), "/contact/");
  const { page, close } = visited;
  await page.evaluate((isThrowing) => {
    const change = (): void => {
      if (isThrowing) throw new DOMException("The operation is insecure.", "SecurityError");
    };
    Object.assign(history, { pushState: change, replaceState: change });
  }, isThrown);
  const traffic = watchTraffic(visited);
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  expect(traffic().documents).toEqual(["/privacy-policy/"]);
  await close();
});

test("B189 a page whose payload fails, while the code of the error page neither comes nor fails, is loaded as a document", async () => {
  const opening = await visit();
  await recordTimeouts(opening.page);
  await holdScripts(opening.page, /\/_release\/shell\/.*\/modals\.js$/);
  opening.expects("failed request", /^503 GET .*\/_payload\.json/);
  await opening.page.route("**/privacy-policy/_payload.json*", (route) => route.fulfill({ status: 503 }));
  const visited = await openLive(Promise.resolve(opening), site(), "/contact/");
  const traffic = watchTraffic(visited);
  await footerLink(visited, site(), "privacy-policy").click({ noWaitAfter: true });
  await passTimeLimit(visited, /\/modals\.js$/, codeLimitMs);
  await expectShown(visited, site(), "/privacy-policy/");
  expect(traffic().documents).toEqual(["/privacy-policy/"]);
  await visited.close();
});

test("a page that comes back from the back/forward cache stays, although the page of a link that was pressed on it had not come yet", async () => {
  const browser = openBrowser({ keepsPages: true });
  try {
    const opening = await browser.visit();
    const { page, close } = opening;
    // Delayed in the page and not by the driver: Chromium may not cache a page whose request is under way.
    await page.addInitScript(() => {
      const { fetch } = window;
      const released = new Promise((done) => addEventListener("test:released", done, { once: true }));
      window.fetch = async (asked, init) => {
        if (!String(asked).includes("/house-rules/_payload.json")) return fetch(asked, init);
        document.documentElement.dataset["asked"] = "";
        await released;
        return fetch(asked);
      };
    });
    await page.addInitScript(() =>
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) document.documentElement.dataset["restored"] = "";
      }),
    );
    const visited = await openLive(Promise.resolve(opening), site(), "/contact/");
    await footerLink(visited, site(), "house-rules").click({ noWaitAfter: true });
    await page.locator("html[data-asked]").waitFor({ state: "attached" });
    // Nor one with another request under way, such as for the page of a link in view.
    await page.waitForLoadState("networkidle");
    await page.goto(`${site().origin}/healthz`);
    await page.evaluate(() => history.back());
    await page.locator("html[data-restored]").waitFor({ state: "attached" });
    const answered = page.waitForResponse("**/house-rules/_payload.json*");
    await page.evaluate(() => dispatchEvent(new Event("test:released")));
    await (await answered).finished();
    // A page that is shown after all would be prepared and shown within these frames and tasks.
    await page.evaluate(async () => {
      for (let task = 0; task < 20; task++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    });
    await expectShown(visited, site(), "/contact/");
    await close();
  } finally {
    await browser.close();
  }
});
