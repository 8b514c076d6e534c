import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPayload } from "./answers.ts";
import { expectOneFetch, expectShown, footerLink, openLive, shareTab, watchTraffic } from "./soft-visit.ts";

declare global {
  interface Window {
    /** Whether a handler had prevented the default action of the last click when it reached the window. */
    lastClickTaken?: boolean;
  }
}

interface LinkCase {
  what: string;
  /** `{prefix}` stands for the site's. */
  href: string;
  attributes?: Record<string, string>;
  modifiers?: ("Control" | "Shift" | "Alt" | "Meta")[];
}

const internal = "{prefix}/privacy-policy/";
const left: LinkCase[] = [
  { what: "a link to another site", href: "https://elsewhere.example/privacy-policy/" },
  { what: "B021 a link to /network/", href: "/network/random-number-generator/" },
  { what: "a link to an installer", href: "/download/installer/windows" },
  { what: "a link that opens a new tab", href: internal, attributes: { target: "_blank" } },
  { what: "a link that downloads", href: internal, attributes: { download: "" } },
  { what: "a link within the page", href: "#content" },
  { what: "a link that navigates itself", href: internal, attributes: { "data-own-navigation": "" } },
  { what: "a link to no page", href: "{prefix}/no-such-page/" },
  { what: "a mail address", href: "mailto:support@ggp.example" },
  { what: "a click with Control", href: internal, modifiers: ["Control"] },
  { what: "a click with Shift", href: internal, modifiers: ["Shift"] },
  { what: "a click with Alt", href: internal, modifiers: ["Alt"] },
  { what: "a click with Meta", href: internal, modifiers: ["Meta"] },
];

describeSitesInTurn(({ site, visit }) => {
  const open = shareTab({ site, visit });

  test("what is no plain click on a link to a page of this site is left to the browser", async () => {
    const visited = await openLive(visit(), site(), "/contact/");
    const { page, expects, permits, close } = visited;
    // The test's own link comes and goes. Soon after a press, browsers do not count that as a shift.
    permits("layout shift", /content\/page/);
    expects("focus", /by <a id="case"/);
    await page.evaluate(() => {
      window.addEventListener("click", (event) => {
        window.lastClickTaken = event.defaultPrevented;
        event.preventDefault();
      });
    });
    const traffic = watchTraffic(visited);
    for (const { what, href, attributes = {}, modifiers = [] } of left) {
      await page.evaluate(
        ([address, extra]) => {
          document.getElementById("case")?.remove();
          const link = document.createElement("a");
          link.id = "case";
          link.href = address;
          for (const [name, value] of Object.entries(extra)) link.setAttribute(name, value);
          link.textContent = "Try me";
          document.querySelector("main > h1")?.after(link);
        },
        [href.replace("{prefix}", site().prefix), attributes] as const,
      );
      await page.locator("#case").click({ modifiers });
      expect(await page.evaluate(() => window.lastClickTaken), what).toBe(false);
    }
    expect(traffic().documents).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(`${site().prefix}/contact/`);
    await page.locator(`footer a[href='${site().prefix}/cookie-policy/']`).click();
    expect(await page.evaluate(() => window.lastClickTaken), "a plain click").toBe(true);
    await close();
  });

  test.for(["hover", "focus"] as const)(
    "B191 a page fetched ahead by %s, with the build of the page's shell, is not fetched again by the click",
    async (how) => {
      const visited = await open("/contact/");
      const traffic = watchTraffic(visited);
      const link = footerLink(visited, site(), "privacy-policy");
      const answer = visited.page.waitForResponse((response) =>
        response.url().includes("/privacy-policy/_payload.json"),
      );
      await link[how]();
      const shell = (await fetchPayload(site(), "/contact/")).releases["shell"];
      expect(new URL((await answer).url()).search).toBe(`?${shell?.version.slice(-12)}`);
      await link.click();
      await expectShown(visited, site(), "/privacy-policy/");
      expectOneFetch(traffic(), `${site().prefix}/privacy-policy/`);
    },
  );

  test("a page fetched ahead too long ago is fetched ahead again by the next hover, and the click waits for nothing", async () => {
    const opening = await visit();
    await opening.page.clock.install();
    const visited = await openLive(Promise.resolve(opening), site(), "/contact/");
    const { page, close } = visited;
    const traffic = watchTraffic(visited);
    const link = footerLink(visited, site(), "privacy-policy");
    const isFetched = () =>
      page.waitForResponse((response) => response.url().includes("/privacy-policy/_payload.json"));
    await Promise.all([isFetched(), link.hover()]);
    await page.clock.fastForward(61_000);
    await footerLink(visited, site(), "cookie-policy").hover();
    await Promise.all([isFetched(), link.hover()]);
    await link.click();
    await expectShown(visited, site(), "/privacy-policy/");
    const { payloads, documents } = traffic();
    expect(documents).toEqual([]);
    expect(payloads.filter((path) => path.endsWith("/privacy-policy/"))).toHaveLength(2);
    await close();
  });

  test("a page fetched ahead too long ago is fetched when its link is pressed, before the click", async () => {
    const opening = await visit();
    await opening.page.clock.install();
    const visited = await openLive(Promise.resolve(opening), site(), "/contact/");
    const { page, close } = visited;
    const link = footerLink(visited, site(), "privacy-policy");
    const isAsked = () => page.waitForRequest((request) => request.url().includes("/privacy-policy/_payload.json"));
    await Promise.all([isAsked(), link.hover()]);
    await page.clock.fastForward(61_000);
    await Promise.all([isAsked(), page.mouse.down()]);
    const traffic = watchTraffic(visited);
    await page.mouse.up();
    await expectShown(visited, site(), "/privacy-policy/");
    const { payloads, documents } = traffic();
    expect(documents).toEqual([]);
    expect(payloads).not.toContain(`${site().prefix}/privacy-policy/`);
    await close();
  });

  test.for([
    // After its sleep a machine's clock is right again, and its browsers' monotonic clock goes on from where it was.
    ["the machine slept for a day", 1],
    ["the machine's clock was set back by a year", -365],
  ] as const)("a page fetched ahead before %s is fetched anew", async ([, days]) => {
    const visited = await open("/contact/");
    const { page } = visited;
    const link = footerLink(visited, site(), "privacy-policy");
    const isAsked = () => page.waitForRequest((request) => request.url().includes("/privacy-policy/_payload.json"));
    await Promise.all([isAsked(), link.hover()]);
    await page.evaluate((passedMs) => {
      const { now } = Date;
      Date.now = () => now() + passedMs;
    }, days * 86_400_000);
    await Promise.all([isAsked(), link.click()]);
    await expectShown(visited, site(), "/privacy-policy/");
  });

  test("the first six pages of links in view in menu and footer are fetched ahead, none for a visitor who saves data", async () => {
    const { prefix } = site();
    const visited = await openLive(visit(), site(), "/contact/");
    const traffic = watchTraffic(visited);
    await readToFooter(visited);
    await waitUntil(() => traffic().payloads.length >= 6, { what: "six pages" });
    const outside = await visited.page
      .locator("header a[href], footer a[href]")
      .evaluateAll((links) =>
        links.map((link) => new URL(link instanceof HTMLAnchorElement ? link.href : "").pathname),
      );
    const ahead = traffic().payloads;
    expect(ahead).toHaveLength(new Set(ahead).size);
    expect(ahead.filter((path) => outside.includes(path)).length).toBeGreaterThanOrEqual(6);
    await visited.close();

    const opening = await visit();
    await opening.page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
    );
    const saving = await openLive(Promise.resolve(opening), site(), "/contact/");
    const asked = watchTraffic(saving);
    await readToFooter(saving);
    await footerLink(saving, site(), "cookie-policy").focus();
    await waitUntil(() => asked().payloads.length > 0, { what: "the page of the link with focus" });
    expect(asked().payloads).toEqual([`${prefix}/cookie-policy/`]);
    await saving.close();
  });

  test("B192 the page of a link that is pointed at waits for none of the links that only came into view, which are fetched one by one", async () => {
    const visited = await openLive(visit(), site(), "/contact/");
    const { page, close } = visited;
    const asked: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/_payload.json?*", async (route) => {
      asked.push(new URL(route.request().url()).pathname.replace("_payload.json", ""));
      await held;
      await route.continue();
    });
    await readToFooter(visited);
    await waitUntil(() => asked.length > 0, { what: "the page of a link in view" });
    const names = ["privacy-policy", "cookie-policy", "house-rules"].filter(
      (name) => !asked.includes(`${site().prefix}/${name}/`),
    );
    const pointed = names.slice(0, 2);
    for (const [index, name] of pointed.entries()) {
      await footerLink(visited, site(), name).hover();
      await waitUntil(() => asked.length > index + 1, { what: `the page of ${name}` });
    }
    expect(asked.slice(1)).toEqual(pointed.map((name) => `${site().prefix}/${name}/`));
    release();
    await waitUntil(() => asked.length >= 6, { what: "the other pages in view" });
    await close();
  });

  test("B192 at most four pages are fetched ahead at once, and the others follow", async () => {
    const visited = await open("/streamer-mode/");
    const { page } = visited;
    let running = 0;
    let most = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/_payload.json?*", async (route) => {
      running += 1;
      most = Math.max(most, running);
      await held;
      const answer = await route.fetch();
      running -= 1;
      await route.fulfill({ response: answer });
    });
    const traffic = watchTraffic(visited);
    const names = [
      "privacy-policy",
      "cookie-policy",
      "terms-conditions",
      "payment-details-policy",
      "withdrawal-policy",
      "house-rules",
      "responsible-gaming",
      "contact",
    ];
    for (const name of names) await footerLink(visited, site(), name).focus();
    await waitUntil(() => running === 4, { what: "four requests" });
    release();
    await waitUntil(
      () => running === 0 && names.every((name) => traffic().payloads.includes(`${site().prefix}/${name}/`)),
      {
        what: "all of them",
      },
    );
    expect(most).toBe(4);
    expect(traffic().payloads).toHaveLength(new Set(traffic().payloads).size);
    // A page that is fetched ahead later still would be cut off by the end of the visit.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("on a slow line a bar says that the page of a pressed link is on its way, until it is shown or the visitor goes back", async () => {
    const visited = await open("/contact/");
    const { page } = visited;
    await footerLink(visited, site(), "house-rules").click();
    await expectShown(visited, site(), "/house-rules/");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/privacy-policy/_payload.json?*", async (route) => {
      await held;
      await route.continue();
    });
    const isSeen = (): Promise<boolean> =>
      page.evaluate(() => {
        const { visibility, position, borderTopWidth } = getComputedStyle(
          document.getElementById("app") ?? document.body,
          "::before",
        );
        return visibility === "visible" && position === "fixed" && borderTopWidth === "3px";
      });
    await footerLink(visited, site(), "privacy-policy").click();
    await waitUntil(isSeen, { what: "the bar" });
    await page.goBack();
    await expectShown(visited, site(), "/contact/");
    expect(await isSeen()).toBe(false);
    await footerLink(visited, site(), "privacy-policy").click();
    await waitUntil(isSeen, { what: "the bar after another press" });
    release();
    await expectShown(visited, site(), "/privacy-policy/");
    expect(await isSeen()).toBe(false);
  });

  test("the last of two quick clicks wins, even when the first page comes later", async () => {
    const visited = await open("/contact/");
    const { page, events } = visited;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/privacy-policy/_payload.json?*", async (route) => {
      await held;
      await route.continue();
    });
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "privacy-policy").click();
    await footerLink(visited, site(), "house-rules").click();
    await expectShown(visited, site(), "/house-rules/");
    const late = page.waitForResponse((response) => response.url().includes("/privacy-policy/_payload.json"));
    release();
    await (await late).finished();
    await footerLink(visited, site(), "cookie-policy").click();
    await expectShown(visited, site(), "/cookie-policy/");
    expect((await events()).flatMap((event) => (event.name === "route:changed" ? [event.detail.path] : []))).toEqual([
      "/contact/",
      "/house-rules/",
      "/cookie-policy/",
    ]);
    expect(traffic().documents).toEqual([]);
  });
});

/** Moves the pointer, and scrolls until the footer is in view. */
async function readToFooter({ page }: Visit): Promise<void> {
  await page.mouse.move(5, 400);
  await page.locator("footer").scrollIntoViewIfNeeded();
}
