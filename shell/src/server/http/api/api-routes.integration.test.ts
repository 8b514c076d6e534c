import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

// The API answers from data documents alone: no release is needed.

const { app, bench } = useFixtureApp({ releases: false, edge: "cloudflare", trustedProxies: ["127.0.0.1"] });

const get = (url: string, headers: Record<string, string> = {}) => app().server.inject({ url, headers });
const good = "/api/download-url?brandAlias=ggp&platform=android&country=PH";

describe("the API", () => {
  test.each([
    ["/api/navigations", "navigations"],
    ["/api/util-navigations", "util-navigations"],
    ["/api/brand-ambassador", "brand-ambassador"],
  ] as const)("B039 B051 B057 %s answers the document %s", async (url, name) => {
    const response = await get(url);
    expect({ status: response.statusCode, cache: response.headers["cache-control"] }).toEqual({
      status: 200,
      cache: "no-cache",
    });
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    expect(response.json()).toEqual(app().data.documents()[name]);
  });

  test("B051 has no ambassadors where the site's flag says so", async () => {
    const site = { ...siteConfigs.GGPPH, flags: { ...siteConfigs.GGPPH.flags, isSupportBrandAmbassador: false } };
    const without = await createFixtureApp(bench(), { site });
    try {
      expect((await without.server.inject("/api/brand-ambassador")).json()).toEqual({ ambassadors: [] });
    } finally {
      await without.close();
    }
  });

  test("B123 B124 answers the links of a brand, platform and country", async () => {
    expect((await get(good)).json()).toEqual({
      links: [
        { type: 6, url: "https://download.ggp.example/android/ph/ggp.apk" },
        { type: 2, url: "https://apps.example/android/ggp/" },
      ],
    });
  });

  test("B126 answers the links for other countries where a country has none of its own, and no links for an unknown brand", async () => {
    expect((await get(good.replace("PH", "DE"))).json()).toEqual((await get(good.replace("PH", "ZZ"))).json());
    expect((await get(good.replace("=ggp", "=other"))).json()).toEqual({ links: [] });
    expect((await get(good.replace("=ggp", "=constructor"))).json()).toEqual({ links: [] });
  });

  test.each([
    ["/api/download-url", "brandAlias"],
    ["/api/download-url?brandAlias=ggp&platform=windows&country=PH", "platform"],
    ["/api/download-url?brandAlias=ggp&platform=ios&country=Philippines", "country"],
    ["/api/download-url?brandAlias=ggp&platform=ios&country=ph", "country"],
    ["/api/download-url?brandAlias=ggp&platform=ios&country=QQ", "country"],
    ["/api/download-url?brandAlias=..%2fadmin&platform=ios&country=PH", "brandAlias"],
    [`${good}&country=US`, "country"],
    [`${good}&url=https://evil.example/`, "url"],
    [`${good}&__proto__=x`, "__proto__"],
  ])("refuses %s as a typed problem that names %s", async (url, field) => {
    const response = await get(url);
    expect(response.headers).toMatchObject({
      "content-type": "application/problem+json; charset=utf-8",
      "cache-control": "no-store",
    });
    expect(response.json()).toMatchObject({
      type: "about:blank",
      title: "QUERY_INVALID",
      status: 400,
      detail: expect.stringContaining(`${field}:`),
    });
    expect(response.statusCode).toBe(400);
  });

  test("B141 refuses download links in a blocked country, as a problem, and still answers the other endpoints", async () => {
    const response = await get(good, { "cf-ipcountry": "US" });
    expect({ status: response.statusCode, type: response.headers["content-type"] }).toEqual({
      status: 403,
      type: "application/problem+json; charset=utf-8",
    });
    expect(response.json()).toMatchObject({ title: "COUNTRY_BLOCKED", status: 403 });
    expect((await get("/api/navigations", { "cf-ipcountry": "US" })).statusCode).toBe(200);
    for (const country of ["PH", "AU", "XX"])
      expect((await get(good, { "cf-ipcountry": country })).statusCode).toBe(200);
  });

  test("G6 ignores a country in the query for the country rule", async () => {
    expect((await get(good.replace("country=PH", "country=US"))).statusCode).toBe(200);
    expect((await get(good, { "cf-ipcountry": "US" })).statusCode).toBe(403);
  });

  test.each([
    "/api/",
    "/api/nothing",
    "/api/navigations/",
    "/api/navigations/extra",
    "/api/geo-rules",
    "/api/download-links",
  ])("%s is no endpoint, and says so as a problem", async (url) => {
    const response = await get(url);
    expect({ status: response.statusCode, type: response.headers["content-type"] }).toEqual({
      status: 404,
      type: "application/problem+json; charset=utf-8",
    });
    expect(response.json()).toMatchObject({ title: "ENDPOINT_UNKNOWN" });
  });
});
