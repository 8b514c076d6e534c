import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage, fetchPayload } from "./answers.ts";
import { expectOneFetch, expectShown, footerLink, openLive, shareTab, watchTraffic } from "./soft-visit.ts";

const installers = "**/download/installer/*";

describeSitesInTurn(({ site, visit }) => {
  const open = shareTab({ site, visit });

  test("a click on a link, or Enter, fetches one payload and no document, and everything says which page is shown", async () => {
    const visited = await open("/contact/");
    const { page, messages, violations } = visited;
    const traffic = watchTraffic(visited);
    const before = (await visited.events()).length;
    await footerLink(visited, site(), "privacy-policy").click();
    await expectShown(visited, site(), "/privacy-policy/");
    expectOneFetch(traffic(), `${site().prefix}/privacy-policy/`);
    const { parts } = await fetchPayload(site(), "/privacy-policy/");
    expect(await page.evaluate(() => document.activeElement?.matches("main > h1"))).toBe(true);
    expect(await page.locator("#announcer").textContent()).toBe(parts.title);
    await waitUntil(() => page.evaluate(() => scrollY === 0), { what: "the top of the page" });
    expect((await visited.events()).slice(before)).toEqual([
      { name: "route:changed", detail: { path: "/privacy-policy/", name: "privacy-policy", title: parts.title } },
    ]);
    await footerLink(visited, site(), "cookie-policy").press("Enter");
    await expectShown(visited, site(), "/cookie-policy/");
    expectOneFetch(traffic(), `${site().prefix}/cookie-policy/`);
    expect(messages).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  test("a hydrated header keeps its element and its state over a soft navigation, and marks the new page", async () => {
    const visited = await open("/contact/");
    const { page, events } = visited;
    await page.locator("header nav button[popovertarget]").first().click();
    await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    const header = await page.locator("header").elementHandle();
    for (const path of ["/ggteam/", "/poker-school/"]) {
      await page
        .locator(`header nav a:is([href='${site().prefix}${path}'], [href^='${site().prefix}${path}#']):visible`)
        .first()
        .click();
      await expectShown(visited, site(), path);
      await waitUntil(
        async () => (await listCurrent(visited)).join() === listCurrentOf((await fetchPage(site(), path)).html).join(),
        { what: `the active item of ${path}` },
      );
    }
    expect(await header?.evaluate((element) => element === document.querySelector("header"))).toBe(true);
    expect(
      (await events()).filter(
        (event) => event.name === "island:hydrated" && event.detail.island === "navigation/header",
      ),
    ).toHaveLength(1);
    await page.locator("header nav button[popovertarget]").nth(1).click();
    expect(await page.locator("header nav :popover-open").count()).toBe(1);
  });

  test("a header that is not hydrated becomes the one of each page, and keeps the elements that both have", async () => {
    const visited = await open("/");
    const { page, messages } = visited;
    const loaded = await visit();
    const menu = await page.locator("header nav").first().elementHandle();
    for (const path of ["/contact/", "/", "/privacy-policy/"]) {
      // A click in the header would hydrate it.
      if (path === "/") await page.goBack();
      else await footerLink(visited, site(), path.slice(1, -1)).click();
      await expectShown(visited, site(), path);
      await loaded.page.goto(`${site().origin}${site().prefix}${path}`);
      const expected = await readHeader(loaded);
      // The header follows once the page was painted.
      await expect.poll(() => readHeader(visited), { message: path }).toEqual(expected);
      expect(await menu?.evaluate((element) => element.isConnected)).toBe(true);
    }
    await loaded.close();
    expect(await page.locator('[data-island="navigation/header"][data-live]').count()).toBe(0);
    await page.locator("header nav button[popovertarget]").first().click();
    await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
    expect(await page.locator("header nav :popover-open").count()).toBe(1);
    // React found the markup it expects.
    expect(messages).toEqual([]);
  });

  test("a page that was navigated to is the page that a document load would show", async () => {
    const visited = await open("/about-us/");
    await footerLink(visited, site(), "house-rules").click();
    await expectShown(visited, site(), "/house-rules/");
    const moved = await readContent(visited);
    await visited.page.reload();
    expect(moved).toEqual(await readContent(visited));
  });

  test("a page's styles are there before it is shown, and an island of a page that was navigated to is hydrated at a touch", async () => {
    const visited = await open("/contact/");
    const { page, messages } = visited;
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (!document.querySelector("main [class*='compliance-']")) return;
        window.isStyledAtFirst ??= document.adoptedStyleSheets.some(({ cssRules }) =>
          [...cssRules].some(({ cssText }) => cssText.includes(".compliance-")),
        );
      }).observe(document.body, { childList: true, subtree: true });
    });
    await footerLink(visited, site(), "privacy-policy").click();
    await expectShown(visited, site(), "/privacy-policy/");
    expect(await page.evaluate(() => window.isStyledAtFirst)).toBe(true);
    // On a desk the header hides this one behind the visitor's own system.
    await page.locator(`header a[href='${site().prefix}/download/']`).first().dispatchEvent("click");
    await expectShown(visited, site(), "/download/");
    await page.locator("main details summary").first().click();
    await page.locator('[data-island="download/page"][data-live]').waitFor({ state: "attached" });
    expect(await page.locator("main details[open]").count()).toBe(1);
    expect(messages).toEqual([]);
  });

  test("B120 B122 navigating to the download page with auto=1 starts the download there", async () => {
    const visited = await openLive(visit({ userAgent: windowsAgent }), site(), "/");
    const { page, events, close } = visited;
    await page.route(installers, (route) => route.fulfill({ status: 204 }));
    const traffic = watchTraffic(visited);
    await page.locator(`main a[href='${site().prefix}/download/?auto=1']:visible`).first().click();
    await waitUntil(async () => (await events()).some(({ name }) => name === "download:started"), {
      what: "download:started",
    });
    await expectShown(visited, site(), "/download/");
    expect(new URL(page.url()).search).toBe("?auto=1");
    expect(traffic().documents.filter((path) => !path.startsWith("/download/installer/"))).toEqual([]);
    expect((await events()).filter(({ name }) => name === "download:started")).toHaveLength(1);
    await close();
  });

  test("from the page of an error a visitor navigates to a page that may be found again", async () => {
    const visited = await openLive(visit(), site(), "/no-such-page/");
    visited.expects("failed request", /^404 GET .*\/no-such-page\/$/);
    await footerLink(visited, site(), "contact").click();
    await expectShown(visited, site(), "/contact/");
    await visited.close();
  });

  test.for([
    { motion: "reduce", animated: [] },
    { motion: "no-preference", animated: ["MAIN"] },
  ] as const)(
    "with reduced motion set to $motion a navigation animates $animated, for as long as motion may last",
    async ({ motion, animated }) => {
      const visited = await open("/contact/");
      await visited.page.emulateMedia({ reducedMotion: motion });
      await visited.page.evaluate(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (keyframes, timing) {
          const animation = animate.call(this, keyframes, timing);
          const { content, visibility } = getComputedStyle(this, "::before");
          const lasts = typeof timing === "object" ? timing.duration : timing;
          window.animated = [
            ...(window.animated ?? []),
            { name: this.tagName, lasts, veil: `${content} ${visibility}` },
          ];
          return animation;
        };
      });
      await footerLink(visited, site(), "privacy-policy").click();
      await expectShown(visited, site(), "/privacy-policy/");
      const seen = await visited.page.evaluate(() => window.animated ?? []);
      expect(seen.map(({ name }) => name)).toEqual(animated);
      // 120 to 240 ms: longer is waiting.
      for (const { lasts } of seen) expect(Number(lasts)).toBeLessThanOrEqual(240);
      // The veil that fades is there, and gone when it has.
      for (const { veil } of seen) expect(veil).toBe('"" visible');
      await expect
        .poll(() =>
          visited.page.evaluate(
            () => getComputedStyle(document.querySelector("main") ?? document.body, "::before").visibility,
          ),
        )
        .toBe("hidden");
    },
  );
});

declare global {
  interface Window {
    /** Whether the styles of a page's remote were there when its content came. */
    isStyledAtFirst?: boolean;
    /** The animations that have started since the test began to record them. */
    animated?: { name: string; lasts: unknown; veil: string }[];
  }
}

const windowsAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Where the header's links marked as the present page lead. */
function listCurrent({ page }: Visit): Promise<(string | null)[]> {
  return page.locator("header a[aria-current]").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}

function listCurrentOf(html: string): string[] {
  const [header = ""] = /<header.*?<\/header>/s.exec(html) ?? [];
  return [...header.matchAll(/<a [^>]*aria-current="[^>]*>/g)].map(([link]) => /href="([^"]*)"/.exec(link)?.[1] ?? "");
}

/** Every element of the header with its attributes, and every text. */
function readHeader({ page }: Visit) {
  return page.locator("[data-island='navigation/header']").evaluate((host) =>
    [...host.querySelectorAll("*")].map((element) => ({
      name: element.nodeName,
      attributes: element
        .getAttributeNames()
        .toSorted()
        .map((name) => `${name}=${element.getAttribute(name)}`),
      texts: [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
    })),
  );
}

/** What a visitor reads and where links lead, all over the page. */
function readContent({ page }: Visit) {
  return page.evaluate(() => ({
    text: [...document.querySelectorAll("#app > *")].map((one) => one.textContent),
    links: [...document.querySelectorAll("a")].map(
      (one) => `${one.getAttribute("href")} ${one.getAttribute("aria-current")}`,
    ),
    islands: [...document.querySelectorAll<HTMLElement>("[data-island]")].map(
      ({ dataset }) => `${dataset["island"]} ${dataset["hydrate"]}`,
    ),
  }));
}
