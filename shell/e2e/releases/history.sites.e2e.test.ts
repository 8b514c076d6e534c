import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { openBrowser, type Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPayload } from "./answers.ts";
import { expectShown, footerLink, openLive, shareTab, untilCore, watchTraffic } from "./soft-visit.ts";

describeSitesInTurn(({ site, visit }) => {
  const open = shareTab({ site, visit });

  /** Follows footer links one after the other. */
  const follow = async (visited: Visit, ...names: string[]): Promise<void> => {
    for (const name of names) {
      await footerLink(visited, site(), name).click();
      await expectShown(visited, site(), `/${name}/`);
    }
  };

  test("back and forward show each page where it was left, without a document", async () => {
    const visited = await open("/about-us/");
    const { page, messages } = visited;
    const traffic = watchTraffic(visited);
    await follow(visited, "contact");
    await footerLink(visited, site(), "privacy-policy").scrollIntoViewIfNeeded();
    await follow(visited, "privacy-policy");
    await page.evaluate(() => scrollTo(0, 333));
    await waitUntil(() => page.evaluate(() => history.state?.scroll?.[1] === 333), {
      what: "the place in the history entry",
    });
    await page.evaluate(() => history.back());
    await expectShown(visited, site(), "/contact/");
    await page.evaluate(() => history.back());
    await expectShown(visited, site(), "/about-us/");
    await page.evaluate(() => history.forward());
    await expectShown(visited, site(), "/contact/");
    await page.evaluate(() => history.forward());
    await expectShown(visited, site(), "/privacy-policy/");
    await waitUntil(() => page.evaluate(() => Math.abs(scrollY - 333) < 2), { what: "the place it was left at" });
    expect(await page.evaluate(() => document.activeElement?.matches("main > h1"))).toBe(true);
    expect(traffic().documents).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("B284 a page that is scrolled while a step back waits for the page before leaves the place of that page as it was", async () => {
    const visited = await openLive(visit(), site(), "/terms-conditions/");
    const { page, close } = visited;
    const scrollOn = async (top: number): Promise<void> => {
      await page.evaluate((to) => {
        scrollTo(0, to);
        return new Promise((done) => addEventListener("scroll", done, { once: true }));
      }, top);
      await waitUntil(() => page.evaluate((to) => history.state?.scroll?.[1] === to, top), {
        what: "the place in the history entry",
      });
    };
    await scrollOn(1500);
    await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
    await expectShown(visited, site(), "/privacy-policy/");
    await page.clock.install();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const asked = page.waitForRequest("**/terms-conditions/_payload.json*");
    await page.route("**/terms-conditions/_payload.json*", async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(() => history.back());
    await asked;
    await page.evaluate(() => {
      scrollTo(0, 700);
      return new Promise((done) => addEventListener("scroll", done, { once: true }));
    });
    await page.clock.runFor(1000);
    release();
    await expectShown(visited, site(), "/terms-conditions/");
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(1500);
    await close();
  });

  test("a step back while a clicked page is still awaited leads back, and the clicked page does not come after it", async () => {
    const opening = await visit();
    const { page, close } = opening;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    // Asked for by the click, or before it: the link is in view.
    const asked = page.waitForRequest("**/house-rules/_payload.json*");
    const answered = page.waitForResponse("**/house-rules/_payload.json*");
    await page.route("**/house-rules/_payload.json*", async (route) => {
      await held;
      await route.continue();
    });
    const visited = await openLive(Promise.resolve(opening), site(), "/contact/");
    await follow(visited, "privacy-policy");
    await footerLink(visited, site(), "house-rules").click({ noWaitAfter: true });
    await asked;
    await page.evaluate(() => history.back());
    await expectShown(visited, site(), "/contact/");
    release();
    await (await answered).finished();
    // A page that is taken after all would be prepared and shown within these frames and tasks.
    await page.evaluate(async () => {
      for (let task = 0; task < 20; task++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    });
    await expectShown(visited, site(), "/contact/");
    await close();
  });

  test("after a reload, two quick steps back lead to the page of the address", async () => {
    const visited = await open("/contact/");
    await follow(visited, "privacy-policy", "house-rules");
    await visited.page.reload();
    await untilCore(visited);
    await visited.page.evaluate(() => {
      history.back();
      history.back();
    });
    await waitUntil(() => new URL(visited.page.url()).pathname === `${site().prefix}/contact/`, {
      what: "the first address",
    });
    await expectShown(visited, site(), "/contact/");
  });

  test("a step back right after a reload, before any script is there, leads to the page of the address where it was left, and so does the end of the browser's session", async () => {
    const visited = await open("/terms-conditions/");
    const { page } = visited;
    const place = { what: "the place where the page was left" };
    await page.evaluate(() => scrollTo(0, 1500));
    await waitUntil(() => page.evaluate(() => history.state?.scroll?.[1] === 1500), place);
    await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
    await expectShown(visited, site(), "/privacy-policy/");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/_release/shell/**/core.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.evaluate(() => history.back());
    await waitUntil(() => new URL(page.url()).pathname === `${site().prefix}/terms-conditions/`, {
      what: "the first address",
    });
    release();
    await hurryCore(page);
    await expectShown(visited, site(), "/terms-conditions/");
    await untilCore(visited);
    await waitUntil(() => page.evaluate(() => Math.abs(scrollY - 1500) < 2), place);

    // A browser that ends tells the document nothing that it still keeps: the entry says that the page restores its place itself.
    await page.evaluate(() => addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true));
    await page.reload();
    await untilCore(visited);
    await waitUntil(() => page.evaluate(() => Math.abs(scrollY - 1500) < 2), place);
  });

  test("a page that comes back from the back/forward cache still navigates softly", async () => {
    const browser = openBrowser({ keepsPages: true });
    try {
      const { page, close } = await browser.visit();
      await page.goto(`${site().origin}${site().prefix}/contact/`);
      const untilMoves = async (): Promise<void> => {
        await hurryCore(page);
        await waitUntil(() => page.evaluate(() => history.scrollRestoration === "manual"), {
          what: "the core to take over scrolling",
        });
      };
      await untilMoves();
      await page.evaluate(() => (document.documentElement.dataset["document"] = "first"));
      await page.goto(`${site().origin}/healthz`);
      await page.evaluate(() => history.back());
      await waitUntil(() => page.url().endsWith("/contact/"), { what: "the page one came from" });
      // Chromium decides by itself what it keeps; a page it did not keep is loaded again, which is as good.
      await untilMoves();
      const documentBefore = await page.locator("html").getAttribute("data-document");
      const { documentTitle } = await fetchPayload(site(), "/privacy-policy/");
      await page.locator(`footer a[href='${site().prefix}/privacy-policy/']`).click();
      await waitUntil(async () => (await page.title()) === documentTitle, { what: "the next page" });
      expect(await page.locator("html").getAttribute("data-document")).toBe(documentBefore);
      await close();
    } finally {
      await browser.close();
    }
  });
});
