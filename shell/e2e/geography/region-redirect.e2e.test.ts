import { beforeAll, expect, test } from "vitest";
import { sendRaw, toRequest } from "../harness/raw-request.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";

let site: SiteAddress;

beforeAll(async () => {
  site = await findSharedSite("GGPPH");
});

/** Asks for exactly this target, which no client would write. */
const go = (target: string, headers?: Record<string, string>) => sendRaw(site.port, toRequest("GET", target, headers));

test("B147 B149 the way from Ontario to the Canadian site carries every parameter, and is not cached", async () => {
  const { status, headers } = await go("/region/GGPCA?utm_source=mail&a=1&a=2&b=%C3%A9");
  expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([
    302,
    "https://ca.ggp.example/?utm_source=mail&a=1&a=2&b=%C3%A9",
    "no-store",
  ]);
});

test("B149 a query with a fragment behind it, which no browser sends, is refused and leads nowhere", async () => {
  const { status, headers } = await go("/region/GGPCA?#@evil.example");
  expect([status, headers.get("location"), headers.get("set-cookie")]).toEqual([400, undefined, undefined]);
});

test.each([
  "//evil.example/",
  "/\\evil.example/",
  "@evil.example/",
  ".evil.example/",
  ":443@evil.example",
  "url=https://evil.example/",
  "&url=//evil.example",
  "%2f%2fevil.example",
  "?@evil.example",
  "x=%0d%0aLocation:%20https://evil.example/",
  "x=%0aSet-Cookie:%20a=b",
  "%00",
  "x=%E2%80%AE",
  "%zz=%",
  "javascript:alert(1)",
  "a=1;Domain=evil.example",
])("B149 a query that tries to leave the allowed host stays a query: %s", async (query) => {
  const { status, headers } = await go(`/region/GGPCA?${query}`);
  const target = new URL(headers.get("location") ?? "");
  expect({
    status,
    origin: target.origin,
    path: target.pathname,
    user: target.username,
    cookie: headers.get("set-cookie"),
  }).toEqual({
    status: 302,
    origin: "https://ca.ggp.example",
    path: "/",
    user: "",
    cookie: undefined,
  });
});

test.each([
  "/region/GGPCA@evil.example",
  "/region//evil.example",
  "/region/https://evil.example",
  "/region/GGPCA/..//evil.example",
  "/region/..%2f..%2fevil.example",
  "/region/GGPCA%00",
  "/region/GGPCA%0d%0aLocation:https://evil.example",
  "/region/\\evil.example",
  "//region/GGPCA",
])("B147 an address that names no region leads nowhere: %s", async (target) => {
  const { status, headers } = await go(target);
  expect({ found: status === 200 || (status >= 300 && status < 400), location: headers.get("location") }).toEqual({
    found: false,
    location: undefined,
  });
});

test("B147 no Host, forwarded host or referrer chooses where it leads", async () => {
  for (const headers of [
    { Host: "evil.example" },
    { "X-Forwarded-Host": "evil.example" },
    { Forwarded: "host=evil.example" },
    { Referer: "https://evil.example/?to=evil" },
    { Host: "evil.example", Referer: "https://evil.example//evil.example?x=//evil.example" },
  ]) {
    const answer = await go("/region/GGPCA", headers);
    expect(new URL(answer.headers.get("location") ?? "").origin).toBe("https://ca.ggp.example");
  }
});
