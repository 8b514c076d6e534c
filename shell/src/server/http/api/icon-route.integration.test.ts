import { expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app } = useFixtureApp({ releases: false });

test("B226 B228 the endpoint answers icons as an Iconify collection, which any cache may keep for 168 hours", async () => {
  const response = await app().server.inject("/api/icons/site.json?icons=shield,chip");
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "cache-control": "public, max-age=604800",
    "content-type": expect.stringMatching(/^application\/json/),
  });
  expect(response.json()).toMatchObject({
    prefix: "site",
    icons: { shield: { width: 24, height: 24 }, chip: { width: 24, height: 24 } },
  });
});

test("B206 an icon that was not found is named, and the answer is not cached", async () => {
  const response = await app().server.inject("/api/icons/mdi.json?icons=home");
  expect([response.statusCode, response.headers["cache-control"], response.json()]).toEqual([
    200,
    "no-store",
    { prefix: "mdi", icons: {}, not_found: ["home"] },
  ]);
});

test.each([
  ["/api/icons/site.json", 400],
  ["/api/icons/site.json?icons=", 400],
  ["/api/icons/site.json?icons=a,,b", 400],
  ["/api/icons/site.json?icons=A", 400],
  ["/api/icons/site.json?icons=a&icons=b", 400],
  [`/api/icons/site.json?icons=${Array.from({ length: 21 }, () => "a").join(",")}`, 400],
  ["/api/icons/site?icons=a", 404],
  ["/api/icons/..%2fsite.json?icons=a", 404],
  ["/api/icons/SITE.json?icons=a", 404],
])("G8 %s is refused as a problem", async (url, status) => {
  const response = await app().server.inject(url);
  expect({ status: response.statusCode, type: response.headers["content-type"] }).toEqual({
    status,
    type: "application/problem+json; charset=utf-8",
  });
});
