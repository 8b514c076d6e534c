import type { SiteConfig } from "@site/contracts/site/site-config";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const bare: SiteConfig = {
  ...siteConfigs.GGPPH,
  locales: [
    ...siteConfigs.GGPPH.locales,
    { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
  ],
};
const prefixed: SiteConfig = { ...bare, localeStrategy: "prefix" };
const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const newCookie = (locale: string): string => `locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`;

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll();
});
afterAll(() => bench.remove());

/** Runs tests on a site of two languages. */
function describeStrategy(
  site: SiteConfig,
  promises: (ask: (url: string, headers?: Record<string, string>) => ReturnType<typeof answer>) => void,
): void {
  describe(`with the strategy ${site.localeStrategy}`, () => {
    let app: FixtureApp;
    beforeAll(async () => {
      app = await createFixtureApp(bench, { site });
      await app.live.refresh();
    });
    afterAll(() => app.close());
    promises((url, headers = {}) => answer(app, url, headers));
  });
}

async function answer(app: FixtureApp, url: string, headers: Record<string, string>) {
  const {
    statusCode,
    headers: answered,
    body,
  } = await app.server.inject({ url, headers: { "user-agent": browser, ...headers } });
  return {
    status: statusCode,
    location: answered.location,
    cookie: answered["set-cookie"],
    cache: answered["cache-control"],
    vary: answered.vary,
    body,
  };
}

describeStrategy(prefixed, (ask) => {
  test.each([
    [
      "the locale of their cookie, before their browser's language",
      { cookie: "locale=pt-br", "accept-language": "en" },
      "/pt-br/",
      undefined,
    ],
    [
      "their browser's language on the first visit, which is remembered for 365 days (B181)",
      { "accept-language": "pt-BR,en;q=0.5" },
      "/pt-br/",
      newCookie("pt-br"),
    ],
    ["the default locale when their browser likes none of ours", { "accept-language": "de" }, "/en/", newCookie("en")],
    ["the default locale without cookie or language", {}, "/en/", newCookie("en")],
    [
      "their browser's language when the cookie names no locale of the site (B180)",
      { cookie: "locale=xx", "accept-language": "pt" },
      "/pt-br/",
      newCookie("pt-br"),
    ],
    [
      "their browser's language when the cookie is 4 KB of garbage",
      { cookie: `locale=${"x".repeat(4096)}`, "accept-language": "pt" },
      "/pt-br/",
      newCookie("pt-br"),
    ],
    [
      "the valid one of two cookies",
      { cookie: "locale=xx; locale=pt-br", "accept-language": "en" },
      "/pt-br/",
      undefined,
    ],
    [
      "their browser's language when a user agent names a crawler beyond what is read of it",
      { "user-agent": `${browser.padEnd(512)}${crawler}`, "accept-language": "pt" },
      "/pt-br/",
      newCookie("pt-br"),
    ],
    [
      "the default locale when it is a crawler, without a cookie",
      { "user-agent": crawler, "accept-language": "pt" },
      "/en/",
      undefined,
    ],
  ])("B031 B032 the root leads a visitor to %s", async (_what, headers, location, cookie) => {
    expect(await ask("/", headers)).toMatchObject({
      status: 302,
      location,
      cookie,
      cache: "private, no-store",
      vary: "Accept-Language, Cookie, User-Agent",
    });
  });

  test("B031 the redirect keeps the query and never leaves the site", async () => {
    expect((await ask("/?auto=1&x=//evil.example")).location).toBe("/en/?auto=1&x=//evil.example");
  });

  test("B032 the browser's language decides on the root only: any other path follows the cookie, else the default locale", async () => {
    expect(await ask("/about-us/", { "accept-language": "pt" })).toMatchObject({
      status: 302,
      location: "/en/about-us/",
      cookie: undefined,
      cache: "no-store",
      vary: "Cookie",
    });
    expect((await ask("/about-us", { cookie: "locale=pt-br" })).location).toBe("/pt-br/about-us/");
    expect(await ask("/pt-br/about-us/", { cookie: "locale=en", "accept-language": "en" })).toMatchObject({
      status: 200,
      cookie: undefined,
    });
  });

  test("B022 an error page is in the language of its path", async () => {
    expect((await ask("/pt-br/nowhere/")).body).toContain('<html lang="pt-BR"');
    expect((await ask("/nowhere/")).body).toContain('<html lang="en-PH"');
  });
});

describeStrategy(prefixed, (ask) => {
  const host = "www.ggp.example";
  const comeFrom = (path: string, headers: Record<string, string> = {}) =>
    ask("/pt-br/about-us/", { host, referer: `https://${host}${path}`, cookie: "locale=en", ...headers });

  test("B178 a switch of the language sets the cookie with the page it leads to, which no shared cache may keep", async () => {
    expect(await comeFrom("/en/about-us/")).toMatchObject({
      status: 200,
      cookie: newCookie("pt-br"),
      cache: "private, no-cache",
      vary: "Accept-Encoding, Referer",
    });
    expect(await comeFrom("/en/about-us/", { cookie: "" })).toMatchObject({ cookie: newCookie("pt-br") });
  });

  test.each([
    ["comes from a page in the same language", "/pt-br/contact/", {}],
    ["has it remembered already", "/en/about-us/", { cookie: "locale=pt-br" }],
    ["only prerenders the page", "/en/about-us/", { "sec-purpose": "prefetch;prerender" }],
    ["comes from another site", "/en/about-us/", { referer: "https://elsewhere.example/en/about-us/" }],
    ["has an invalid referrer", "/", { referer: "//" }],
  ])("B178 a page sets no cookie for a visitor who %s", async (_who, path, headers) => {
    expect(await comeFrom(path, headers)).toMatchObject({ status: 200, cookie: undefined });
  });
});

describeStrategy(bare, (ask) => {
  test("B032 the root leads a first visitor to their browser's language, and remembers it", async () => {
    expect(await ask("/", { "accept-language": "pt" })).toMatchObject({
      status: 302,
      location: "/pt-br/",
      cookie: newCookie("pt-br"),
      cache: "private, no-store",
    });
  });

  test.each([
    ["likes the default locale", { "accept-language": "en" }],
    ["likes none of ours", { "accept-language": "de" }],
    ["has a locale cookie, of any locale", { cookie: "locale=pt-br", "accept-language": "pt" }],
    ["is a crawler", { "user-agent": crawler, "accept-language": "pt" }],
  ])("B032 the root is the page itself for a visitor who %s, and sets no cookie", async (_who, headers) => {
    expect(await ask("/", headers)).toMatchObject({
      status: 200,
      cookie: undefined,
      cache: "private, no-cache",
      vary: "Accept-Encoding, Accept-Language, Cookie, User-Agent",
    });
  });

  test("B030 the default locale's prefix redirects for ever, to every visitor alike", async () => {
    expect(await ask("/en/about-us/", { cookie: "locale=pt-br" })).toMatchObject({
      status: 301,
      location: "/about-us/",
      cookie: undefined,
    });
    expect(await ask("/en/", { cookie: "locale=pt-br" })).toMatchObject({ status: 301, location: "/" });
  });

  test("B191 the payload of the root is always in the default locale", async () => {
    expect(await ask("/_payload.json", { "accept-language": "pt" })).toMatchObject({ status: 200, cookie: undefined });
  });

  test("a page that is the same for all visitors varies by encoding alone", async () => {
    expect((await ask("/about-us/", { "accept-language": "pt" })).vary).toBe("Accept-Encoding");
  });
});
