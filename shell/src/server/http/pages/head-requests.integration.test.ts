import { expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, get } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] });

/** Whether a header is the same from one request to the next. */
const isSteady = ([name]: [string, unknown]): boolean =>
  !["date", "connection"].includes(name) && !name.startsWith("x-ratelimit-");

test.each([
  "/",
  "/about-us/",
  "/about-us",
  "/nowhere/",
  "/%zz",
  "/about-us/_payload.json",
  "/nowhere/_payload.json",
  "/assets/favicon.svg",
  "/assets/nothing.svg",
  "/_release/content/1.0.0-000000000000/x.js",
  "/_image/content/none.1a2b3c4d/160@1.webp",
  "/api/navigations",
  "/api/visitor",
  "/api/nothing",
  "/api/download-url",
  "/api/download-url?brandAlias=ggp&platform=ios&country=PH",
  "/download/installer/windows",
  "/download/installer/amiga",
  "/download/installer/",
  "/download/qr/en.svg",
  "/region/GGPCA?a=1",
  "/region/NONE",
  "/builds/meta/0000000000000000.json",
  "/__nuxt_island/0000000000000000.json",
  "/robots.txt",
  "/sitemap.xml",
  "/site.webmanifest",
  "/.well-known/security.txt",
  "/healthz",
  "/readyz",
])("HEAD of %s is answered like GET, without the body", async (url) => {
  const full = await get(url, { "accept-encoding": "br" });
  const head = await app().server.inject({ method: "HEAD", url, headers: { "accept-encoding": "br" } });
  expect([head.statusCode, head.body]).toEqual([full.statusCode, ""]);
  expect(Object.entries(head.headers).filter(isSteady).toSorted()).toEqual(
    Object.entries(full.headers).filter(isSteady).toSorted(),
  );
});
