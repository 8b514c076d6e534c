import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { passTimeLimit, recordTimeouts } from "../harness/expire-timeouts.ts";
import type { Visit } from "../harness/open-browser.ts";
import { useArrivals } from "../harness/use-arrivals.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, openLive, untilCore, watchTraffic } from "../releases/soft-visit.ts";

const noConnection = "No connection";

/** Milliseconds after which the core no longer waits: for the data of a page, for the site, and for a page that a visitor tries again. */
const pageDataLimitMs = 3000;
const siteLimitMs = 4000;
const askedPageLimitMs = 12_000;

describeSitesInTurn(
  ({ site, browser }) => {
    /** A browser profile whose line may go. */
    async function begin(): Promise<Visit> {
      const visited = await browser().visit();
      visited.permits("failed request", /^net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|ABORTED) /);
      // A logo of the footer that has not come when the line goes shows its words, which take more room.
      visited.permits("layout shift", /by <\w+ class="navigation-[^>]*>(<ul [^>]*aria-label="Also from|GGP Poker)/);
      return visited;
    }
    const arrive = useArrivals(site, begin);

    /** Opens a page on a line that is there, as a visitor who was never here. */
    async function open(path: string): Promise<Visit> {
      const visited = await arrive(`${site().prefix}${path}`, {
        prepare: (page) => page.context().setOffline(false),
      });
      await untilCore(visited);
      return visited;
    }

    test("B290 without connection a click shows our own page, and the page that was left is one step back, as it was", async () => {
      const visited = await open("/house-rules/");
      const { page, violations } = visited;
      const title = await page.title();
      const text = await page.locator("main").innerText();
      const link = footerLink(visited, site(), "contact");
      await link.scrollIntoViewIfNeeded();
      const top = await page.evaluate(() => scrollY);
      expect(top).toBeGreaterThan(0);
      const entries = await page.evaluate(() => history.length);
      await page.context().setOffline(true);
      await link.click();
      const main = page.locator("main");
      await main.getByRole("link", { name: "Try again" }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`${site().prefix}/contact/`);
      expect(await page.title()).toContain(noConnection);
      expect(await page.locator("h1").allTextContents()).toEqual([noConnection]);
      expect(await page.locator("#announcer").textContent()).toBe(noConnection);
      expect(await page.evaluate(() => document.activeElement?.matches("main > h1"))).toBe(true);
      expect(await main.innerText()).not.toContain(text.slice(0, 200));
      expect(await page.evaluate(() => [history.length, scrollY])).toEqual([entries + 1, 0]);

      await page.goBack();
      await waitUntil(async () => (await page.title()) === title, { what: "the page that was left" });
      expect(new URL(page.url()).pathname).toBe(`${site().prefix}/house-rules/`);
      expect(await main.innerText()).toBe(text);
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(top);

      await page.goForward();
      await main.getByRole("link", { name: "Try again" }).waitFor();
      await main.getByRole("link", { name: "Go back" }).click();
      await waitUntil(async () => (await page.title()) === title, { what: "the page that was left, once more" });
      expect(await violations()).toEqual([]);
    });

    test("B290 trying again says that there is still no connection, and the page is shown by itself once there is one", async () => {
      const visited = await open("/contact/");
      const { page } = visited;
      await page.context().setOffline(true);
      await footerLink(visited, site(), "privacy-policy").click();
      const again = page.locator("main").getByRole("link", { name: "Try again" });
      await again.click();
      await page.locator("main [role=status]").getByText("still no connection").waitFor();
      // The link of the menu to the same page is another way to try again, and leads to no page of the browser's.
      await footerLink(visited, site(), "privacy-policy").click();
      await page.locator("main [role=status]").getByText("still no connection").waitFor();
      await page.context().setOffline(false);
      await expectShown(visited, site(), "/privacy-policy/");
      await page.goBack();
      await expectShown(visited, site(), "/contact/");
    });

    test("B290 without connection a visitor can follow several links: each address shows the offline page, all steps back lead to the page that was left, and the last address is shown once the line is back", async () => {
      const visited = await open("/contact/");
      const { page } = visited;
      const title = await page.title();
      const heading = page.locator("main > h1");
      await page.context().setOffline(true);
      for (const name of ["privacy-policy", "house-rules"]) {
        await footerLink(visited, site(), name).click();
        await page.waitForURL(`**/${name}/`);
        await page.locator("#offline").waitFor();
      }
      await page.goBack();
      await page.waitForURL("**/privacy-policy/");
      expect(await heading.textContent()).toBe(noConnection);
      await page.goBack();
      await waitUntil(async () => (await page.title()) === title, { what: "the page that was left" });
      await footerLink(visited, site(), "house-rules").click();
      await page.locator("#offline").waitFor();
      // The page that was left is shown without a request.
      await footerLink(visited, site(), "contact").click();
      await waitUntil(async () => (await page.title()) === title, { what: "the page that was left, by its link" });
      expect(await page.locator("#offline").count()).toBe(0);
      await footerLink(visited, site(), "house-rules").click();
      await page.locator("#offline").waitFor();
      await page.context().setOffline(false);
      await expectShown(visited, site(), "/house-rules/");
      await untilCore(visited);
      const traffic = watchTraffic(visited);
      await footerLink(visited, site(), "privacy-policy").click();
      await expectShown(visited, site(), "/privacy-policy/");
      expect(await page.locator("#offline").count()).toBe(0);
      expect(traffic().documents).toEqual([]);
    });

    test("B290 going back in history without connection shows our own page where the page is not at hand any more", async () => {
      const visited = await open("/contact/");
      const { page } = visited;
      await footerLink(visited, site(), "privacy-policy").click();
      await expectShown(visited, site(), "/privacy-policy/");
      await page.context().setOffline(true);
      await page.evaluate(() => history.back());
      await page.locator("#offline").waitFor();
      expect(new URL(page.url()).pathname).toBe(`${site().prefix}/contact/`);
      await page.context().setOffline(false);
      await expectShown(visited, site(), "/contact/");
    });

    test("B290 the notice that a part needs a connection is removed on the next page, and when the connection is back", async () => {
      const visited = await openLive(begin(), site(), "/download/");
      const { page, close } = visited;
      visited.permits("console error", /ChunkLoadError|could not/);
      const notice = page.getByText("There is no connection. What you see stays here.");
      const touch = () => page.locator("main summary").first().click();
      await page.context().setOffline(true);
      await touch();
      await notice.waitFor();
      await footerLink(visited, site(), "privacy-policy").click();
      await page.locator("#offline").waitFor();
      expect(await notice.count()).toBe(0);
      await page.goBack();
      await touch();
      await notice.waitFor();
      await page.context().setOffline(false);
      await notice.waitFor({ state: "detached" });
      await close();
    });

    test("B290 a site that does not answer, on a line that is there, shows our own page too", async () => {
      const visited = await open("/contact/");
      const { page } = visited;
      await page.route("**/*", (route) => route.abort("connectionrefused"));
      await footerLink(visited, site(), "privacy-policy").click();
      await page.locator("#offline").waitFor();
      await page.unroute("**/*");
      await page.locator("main").getByRole("link", { name: "Try again" }).click();
      await expectShown(visited, site(), "/privacy-policy/");
    });

    test("B290 a line too slow for the page data shows our own page after one question to the site, and trying again there loads the document; on a line that takes everything and answers nothing, trying again says that there is still no connection, and keeps the page beneath", async () => {
      const visited = await begin();
      const { page, requests, close } = visited;
      await recordTimeouts(page);
      await openLive(Promise.resolve(visited), site(), "/contact/");
      // The page that was shown is replaced seconds after the click.
      visited.permits("layout shift", /by <footer /);
      let questions = 0;
      await page.route("**/privacy-policy/_payload.json*", () => undefined);
      await page.route("**/builds/latest.json*", () => void (questions += 1));
      await footerLink(visited, site(), "privacy-policy").click();
      await passTimeLimit(visited, /\/privacy-policy\/_payload\.json/, pageDataLimitMs);
      await passTimeLimit(visited, /\/builds\/latest\.json/, siteLimitMs);
      await page.locator("#offline").waitFor();
      expect(questions).toBe(1);
      await page.locator("main").getByRole("link", { name: "Try again" }).click();
      await expectShown(visited, site(), "/privacy-policy/");

      await untilCore(visited);
      requests.length = 0;
      const traffic = watchTraffic(visited);
      await page.route("**/*", () => undefined);
      await footerLink(visited, site(), "contact").click();
      await passTimeLimit(visited, /\/contact\/_payload\.json/, pageDataLimitMs);
      await passTimeLimit(visited, /\/builds\/latest\.json/, siteLimitMs);
      await page.locator("#offline").waitFor();
      await page.locator("main").getByRole("link", { name: "Try again" }).click();
      await passTimeLimit(visited, /\/contact\/$/, askedPageLimitMs);
      await page.locator("#offline [role=status]", { hasText: "still no connection" }).waitFor();
      expect(traffic().documents).toEqual([]);
      await page.goBack();
      await expectShown(visited, site(), "/privacy-policy/");
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await close();
    });
  },
  { isShellEnough: false },
);
