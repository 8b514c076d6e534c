import type { SiteConfig } from "@site/contracts/site/site-config";
import { expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const routeRules: NonNullable<SiteConfig["routeRules"]> = {
  "/old-page/": { redirect: "/contact/" },
  "/about-us/": { redirect: "https://elsewhere.example/about/" },
  "/download/": { middleware: "document" },
  "/promo%C3%A7%C3%A3o/": { redirect: "/promoção/大会/" },
  "/clube/": { redirect: "https://münchen.example/clubé/" },
  "/get-it/": { redirect: "/download/?auto=1" },
  "/ask-us/": { redirect: "/contact/#help" },
};

const { app } = useFixtureApp({ site: { ...siteConfigs.GGPPH, routeRules } });

test.each([
  ["/old-page/", "/contact/"],
  ["/old-page", "/contact/"],
  ["/old-page/?a=1&b=%2F", "/contact/?a=1&b=%2F"],
  ["/about-us/", "https://elsewhere.example/about/"],
  ["/about-us/?a=1", "https://elsewhere.example/about/"],
  ["/promo%C3%A7%C3%A3o/", "/promo%C3%A7%C3%A3o/%E5%A4%A7%E4%BC%9A/"],
  ["/clube/?a=1", "https://xn--mnchen-3ya.example/club%C3%A9/"],
  ["/get-it/", "/download/?auto=1"],
  ["/get-it/?utm_source=poster", "/download/?auto=1&utm_source=poster"],
  ["/ask-us/?a=%2F", "/contact/?a=%2F#help"],
])(
  "B023 B024 %s is led to %s by its rule, for now only; a query is handed to our own pages alone",
  async (url, location) => {
    const response = await app().server.inject(url);
    expect({
      status: response.statusCode,
      location: response.headers.location,
      cache: response.headers["cache-control"],
    }).toEqual({ status: 302, location, cache: "no-store" });
  },
);

test("B023 B204 a path with a route rule has no payload, so an open page that lacks the rule falls back to a document load", async () => {
  for (const path of ["/old-page/", "/about-us/", "/download/"])
    expect((await app().server.inject(`${path}_payload.json`)).statusCode).toBe(404);
  expect((await app().server.inject("/download/")).statusCode).toBe(200);
  expect((await app().server.inject("/contact/_payload.json")).statusCode).toBe(200);
});

test("B023 B185 the manifest of the build has the route rules", async () => {
  const id = app().live.state()?.build;
  expect((await app().server.inject(`/builds/meta/${id}.json`)).json()).toMatchObject({
    id,
    matcher: { static: routeRules },
  });
});
