import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { openBrowser, type Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { send } from "../overlays/overlay-visit.ts";
import { expectShown, footerLink, openLive, watchTraffic } from "../releases/soft-visit.ts";

const elsewhere = "https://elsewhere.example/";

/** The whole browser: its headless shell does not follow a redirect that a test answers with. */
const whole = openBrowser({ isShellEnough: false });

describeSitesInTurn(({ site, visit }) => {
  /** Opens a page whose manifest has these rules, and waits until they are known. */
  async function openRuled(rules: Record<string, object>, opening = visit()): Promise<Visit> {
    const visited = await opening;
    await visited.page.route("**/builds/meta/*.json", async (route) => {
      const response = await route.fetch();
      const manifest: object = await response.json();
      await route.fulfill({ response, json: { ...manifest, matcher: { static: rules, wildcard: {}, dynamic: {} } } });
    });
    await openElsewhere(visited);
    const known = visited.page.waitForResponse("**/builds/meta/*.json");
    await openLive(Promise.resolve(visited), site(), "/house-rules/");
    await (await known).finished();
    return visited;
  }

  test("B191 a link that is pressed in the moment in which the core starts leads softly to its page, and back", async () => {
    const visited = await visit();
    await visited.page.addInitScript((href) => {
      const press = (): void => document.querySelector<HTMLElement>(`footer a[href='${href}']`)?.click();
      addEventListener("site:route:changed", press, { once: true });
    }, `${site().prefix}/contact/`);
    const traffic = watchTraffic(visited);
    await openLive(Promise.resolve(visited), site(), "/house-rules/");
    await expectShown(visited, site(), "/contact/");
    await visited.page.goBack();
    await expectShown(visited, site(), "/house-rules/");
    expect(traffic().documents).toEqual([`${site().prefix}/house-rules/`]);
    await visited.close();
  });

  test("B023 a click on a path with a rule navigates softly to where the rule leads", async () => {
    const visited = await openRuled({ "/contact/": { redirect: "/about-us/" } });
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "contact").click();
    await expectShown(visited, site(), "/about-us/");
    expect(traffic().documents).toEqual([]);
    await visited.close();
  });

  test("B024 a click on a path whose rule leads to another site loads that site", async () => {
    const visited = await openRuled({ "/contact/": { redirect: elsewhere } }, whole.visit());
    // The server of this test has no such rule: it is the browser's own navigation that is looked at.
    await visited.page.route(`${site().origin}${site().prefix}/contact/`, (route) =>
      route.fulfill({ status: 302, headers: { location: elsewhere } }),
    );
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "contact").click();
    await visited.page.waitForURL(elsewhere);
    expect(traffic().documents).toContain(`${site().prefix}/contact/`);
    expect(traffic().payloads).not.toContain(`${site().prefix}/contact/`);
    await visited.close();
  });

  test("B204 a page with the route middleware `document` is entered by a document load", async () => {
    const visited = await openRuled({ "/contact/": { middleware: "document" } });
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "contact").click();
    await visited.page.waitForURL("**/contact/");
    expect(traffic().documents).toEqual([`${site().prefix}/contact/`]);
    await visited.close();
  });

  test("B204 an unknown route middleware is an error that names it, and links still lead where they say", async () => {
    const visited = await openRuled({ "/contact/": { middleware: "auth" }, "/about-us/": { redirect: "/contact/" } });
    visited.expects("uncaught error", /^There is no route middleware auth\.$/);
    await waitUntil(() => visited.messages.length > 0, { what: "the error" });
    expect(visited.messages).toEqual(["uncaught: There is no route middleware auth."]);
    await footerLink(visited, site(), "contact").click();
    await expectShown(visited, site(), "/contact/");
    await visited.close();
  });

  describe("a page that remotes lead away from", () => {
    let visited: Visit;
    beforeAll(async () => {
      visited = await visit();
      visited.expects("uncaught error", /^The page does not navigate to /);
      await openElsewhere(visited);
      await openLive(Promise.resolve(visited), site(), "/house-rules/");
      await visited.page.evaluate(() =>
        addEventListener(
          "site:navigation:refused",
          (event) => void (document.title = event instanceof CustomEvent ? event.detail.problem : ""),
        ),
      );
    });
    afterAll(() => visited?.close());

    test.for([
      [elsewhere, false],
      ["//elsewhere.example/", true],
      ["javascript:window.__pwned=1", true],
    ] as const)(
      "B205 a remote that leads to %s without being permitted to (external: %s) is refused by an error, and the page stays",
      async ([to, external]) => {
        visited.messages.length = 0;
        const traffic = watchTraffic(visited);
        await send(visited.page, "navigation:requested", { to, external });
        await waitUntil(() => visited.messages.length > 0, { what: "the error" });
        expect(visited.messages).toEqual([expect.stringContaining(`uncaught: The page does not navigate to ${to}: `)]);
        expect(await visited.page.title()).toContain(`The page does not navigate to ${to}: `);
        expect(traffic().documents).toEqual([]);
        expect(await visited.page.evaluate(() => window.__pwned)).toBeUndefined();
      },
    );

    test("B205 a remote leads the visitor to a page of the site softly, with its query", async () => {
      const traffic = watchTraffic(visited);
      await send(visited.page, "navigation:requested", { to: `${site().prefix}/contact/?from=toast` });
      await expectShown(visited, site(), "/contact/");
      expect(new URL(visited.page.url()).search).toBe("?from=toast");
      expect(traffic().documents).toEqual([]);
    });

    test("B205 a remote that says that it means another site leads there", async () => {
      await send(visited.page, "navigation:requested", { to: `${elsewhere}x`, external: true });
      await visited.page.waitForURL(`${elsewhere}x`);
    });
  });
});

async function openElsewhere({ page }: Visit): Promise<void> {
  await page.route(`${elsewhere}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
  );
}
