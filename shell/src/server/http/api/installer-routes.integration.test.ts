import type { SiteConfig } from "@site/contracts/site/site-config";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import type { AppOptions } from "../../app-options.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";
import { toInstallerLocale } from "./installer-routes.ts";

const { app, bench, get } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] });

/** Where a download leads on a server that differs from the usual one. */
async function locate(
  options: Partial<AppOptions>,
  url: string,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  const other = await createFixtureApp(bench(), options);
  try {
    return (await other.server.inject({ url, headers })).headers.location;
  } finally {
    await other.close();
  }
}

const withLinks = (links: object): Partial<AppOptions> => ({
  openData: async () => ({
    ofOperator: () => ({}),
    documents: () => ({
      ...app().data.documents(),
      "download-links": { brands: { ggp: { ios: {}, android: {}, ...links } } },
    }),
    watch: () => undefined,
  }),
});

describe("the address of a download", () => {
  test.each([
    ["windows", "https://download.ggp.example/windows/ggp/en/"],
    ["osx", "https://download.ggp.example/osx/ggp/en/"],
    ["android", "https://download.ggp.example/android/ggp.apk"],
    ["ios", "https://apps.example/ios/ggp/"],
    ["mobile", "https://m.ggp.example/download/?siteId=GGPPH"],
  ])("B113-B118 of %s redirects to %s, and is never cached", async (platform, location) => {
    const response = await get(`/download/installer/${platform}`);
    expect({
      status: response.statusCode,
      location: response.headers.location,
      cache: response.headers["cache-control"],
    }).toEqual({
      status: 302,
      location,
      cache: "no-store",
    });
  });

  test.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      "https://download.ggp.example/windows/ggp/en/",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
      "https://download.ggp.example/osx/ggp/en/",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
      "https://m.ggp.example/download/?siteId=GGPPH",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
      "https://apps.example/ios/ggp/",
    ],
    [
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
      "https://download.ggp.example/android/ggp.apk",
    ],
  ])("B115 B116 B118 without a client is the requesting device's: %s", async (agent, location) => {
    const response = await get("/download/installer/", { "user-agent": agent });
    expect({
      status: response.statusCode,
      location: response.headers.location,
      cache: response.headers["cache-control"],
    }).toEqual({ status: 302, location, cache: "no-store" });
  });

  test("answers HEAD like GET", async () => {
    const response = await app().server.inject({ method: "HEAD", url: "/download/installer/windows" });
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      "https://download.ggp.example/windows/ggp/en/",
    ]);
  });

  test("B125 of a phone is the link of type 6, then of type 2", async () => {
    const six = { type: 6, url: "https://apps.example/six/" };
    const two = { type: 2, url: "https://apps.example/two/" };
    expect(await locate(withLinks({ ios: { ZZ: [two, six] } }), "/download/installer/ios")).toBe(
      "https://apps.example/six/",
    );
    expect(
      await locate(
        withLinks({ ios: { ZZ: [{ type: 1, url: "https://apps.example/one/" }, two] } }),
        "/download/installer/ios",
      ),
    ).toBe("https://apps.example/two/");
  });

  test("B117 B127 of a phone without a link is the mobile page with the site's id, once", async () => {
    expect(await locate(withLinks({}), "/download/installer/ios")).toBe("https://m.ggp.example/download/?siteId=GGPPH");
    expect(
      await locate(
        withLinks({ android: { ZZ: [{ type: 1, url: "https://apps.example/one/" }] } }),
        "/download/installer/android",
      ),
    ).toBe("https://m.ggp.example/download/?siteId=GGPPH");
  });

  test("B123 B126 of a phone is the link of the visitor's own country, where it has one", async () => {
    expect((await get("/download/installer/android", { "cf-ipcountry": "PH" })).headers.location).toBe(
      "https://download.ggp.example/android/ph/ggp.apk",
    );
    expect((await get("/download/installer/android", { "cf-ipcountry": "DE" })).headers.location).toBe(
      "https://download.ggp.example/android/ggp.apk",
    );
  });

  test("B114 B119 of a desktop is in the visitor's language, and pt-br is written pt", async () => {
    const site: SiteConfig = {
      ...siteConfigs.GGPPH,
      locales: [
        ...siteConfigs.GGPPH.locales,
        { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
      ],
    };
    // The link as the download remote writes it on a page in that language.
    expect(await locate({ site }, "/download/installer/windows?locale=pt")).toBe(
      "https://download.ggp.example/windows/ggp/pt/",
    );
    expect(await locate({ site }, "/download/installer/windows?locale=xx")).toBe(
      "https://download.ggp.example/windows/ggp/en/",
    );
    expect(toInstallerLocale("pt-br")).toBe("pt");
    expect(toInstallerLocale("en")).toBe("en");
  });

  test.each(["linux", "amiga", "Windows", "..%2f..", "__proto__", "windows/", "%00"])(
    "of %s is 404: there is no such client",
    async (platform) => {
      const response = await get(`/download/installer/${platform}`);
      expect([response.statusCode, response.headers.location]).toEqual([404, undefined]);
    },
  );

  test("G8 copies nothing from the query or Host into the redirect", async () => {
    const response = await get("/download/installer/windows?url=//evil.example&siteId=x", { host: "evil.example" });
    expect(response.headers.location).toBe("https://download.ggp.example/windows/ggp/en/");
  });
});

describe("B141 in a blocked country", () => {
  test.each(["windows", "osx", "ios", "android", "mobile", ""])(
    "the download for %j is the 403 page, never cached",
    async (platform) => {
      const response = await get(`/download/installer/${platform}`, { "cf-ipcountry": "US" });
      expect({
        status: response.statusCode,
        location: response.headers.location,
        cache: response.headers["cache-control"],
      }).toEqual({
        status: 403,
        location: undefined,
        cache: "no-store",
      });
      expect(response.headers["content-type"]).toMatch(/^text\/html/);
      expect(response.body).toContain("compliance error");
    },
  );

  test("a warning blocks no download", async () => {
    expect((await get("/download/installer/windows", { "cf-ipcountry": "AU" })).statusCode).toBe(302);
    expect(
      (await get("/download/installer/windows", { "cf-ipcountry": "CA", "cf-region-code": "ON" })).statusCode,
    ).toBe(302);
  });

  test("G6 a query, a cookie or the header of another edge does not lift the block", async () => {
    const blocked = { "cf-ipcountry": "US", cookie: "closeRM=1", "x-vercel-ip-country": "PH" };
    expect((await get("/download/installer/windows?closeRM=1&country=PH", blocked)).statusCode).toBe(403);
  });
});
