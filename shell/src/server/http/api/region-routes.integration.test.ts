import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench } = useFixtureApp();

const go = (url: string, headers: Record<string, string> = {}) => app().server.inject({ url, headers });

/** The query that is carried on to the Canadian site. */
const carry = async (query: string): Promise<string> =>
  new URL(String((await go(`/region/GGPCA?${query}`)).headers.location)).search.slice(1);

describe("the way to another region's site", () => {
  test("B147 B149 redirects to its configured address with every parameter, and is never cached", async () => {
    const { statusCode, headers } = await go("/region/GGPCA?utm_source=mail&a=1&a=2&empty=&q=%26%3D%20");
    expect({ statusCode, location: headers.location, cache: headers["cache-control"] }).toEqual({
      statusCode: 302,
      location: "https://ca.ggp.example/?utm_source=mail&a=1&a=2&empty=&q=%26%3D+",
      cache: "no-store",
    });
  });

  test.each(siteConfigs.GGPPH.regions.map(({ id, url }) => [id, url] as const))(
    "B147 B150 for %s is its own address",
    async (id, url) => {
      expect((await go(`/region/${id}`)).headers.location).toBe(url);
    },
  );

  test("B148 is a default address for Canada where none is configured, and 404 for other regions", async () => {
    const bare = await createFixtureApp(bench(), { site: { ...siteConfigs.GGPPH, regions: [] } });
    try {
      await bare.live.refresh();
      expect((await bare.server.inject("/region/GGPCA?a=1")).headers.location).toBe("https://ca.ggp.example/?a=1");
      expect((await bare.server.inject("/region/GGPDE")).statusCode).toBe(404);
    } finally {
      await bare.close();
    }
  });

  test("B149 carries the query of the page a visitor comes from when the link has none, of this site only", async () => {
    const host = "www.ggp.example";
    expect((await go("/region/GGPCA", { host, referer: `https://${host}/?utm=1` })).headers.location).toBe(
      "https://ca.ggp.example/?utm=1",
    );
    for (const referer of [
      "https://evil.example/?utm=1",
      "javascript:alert(1)",
      "//",
      "",
      `https://${host}@evil.example/?utm=1`,
    ]) {
      expect((await go("/region/GGPCA", { host, referer })).headers.location).toBe("https://ca.ggp.example/");
    }
  });

  test.each([
    "/region/",
    "/region/ggpca",
    "/region/GGPXX",
    "/region/GGPCA/",
    "/region/GGPCA/..%2fx",
    "/region/https:%2f%2fevil.example",
    "/region/%2f%2fevil.example",
    "/region/__proto__",
  ])("%s is no region: 404", async (url) => {
    const { statusCode, headers } = await go(url);
    expect([statusCode, headers.location]).toEqual([404, undefined]);
  });

  test("B149 never leaves the region's host, for any query", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary-ascii", maxLength: 60 }), async (text) => {
        const { statusCode, headers } = await go(`/region/GGPCA?${encodeURI(text).replaceAll("#", "%23")}`);
        const target = new URL(String(headers.location));
        expect([statusCode, target.origin, target.pathname, target.username]).toEqual([
          302,
          "https://ca.ggp.example",
          "/",
          "",
        ]);
      }),
      { numRuns: 60 },
    );
  });

  test("B149 carries whole parameters in their order up to 2,048 characters, and leaves out what does not fit", async () => {
    expect(await carry(`x=${"a".repeat(3000)}`)).toBe("");
    expect(await carry(`a=1&x=${"a".repeat(3000)}&b=2`)).toBe("a=1&b=2");
    const exact = `x=${"a".repeat(2046)}`;
    expect(await carry(exact)).toBe(exact);
    expect(await carry(`${exact}a`)).toBe("");
    const many = Array.from({ length: 400 }, (_, index) => `p${String(index).padStart(3, "0")}=value`);
    const kept = await carry(many.join("&"));
    // 10 characters each, and one between two.
    expect(kept).toBe(many.slice(0, 186).join("&"));
    expect(kept.length).toBeLessThanOrEqual(2048);
    expect(await carry(`q=${"%26".repeat(700)}&a=1`)).toBe("a=1");
  });
});
