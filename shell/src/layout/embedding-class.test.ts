import { expect, test } from "vitest";
import { toEmbeddingClass } from "./embedding-class.ts";
import { mayWait } from "./hydration-delay.ts";

test.each([
  ["B210", "embedded=1", "client-nav-1"],
  ["B211", "embedded=logo", "client-nav-logo"],
  ["B212", "embedded=all", "client-nav-all"],
  ["B213", "embeded=1", "client-nav-1"],
  ["B213", "embeded=logo", "client-nav-logo"],
  ["B213", "embedded=2", ""],
  ["B213", "embedded=1%20evil", ""],
  ["B213", "embedded=", ""],
  ["B213", "", ""],
  ["B214", "nsus", "client-nav-all"],
  ["B214", "nsus=1&auto=1", "client-nav-all"],
  ["B214", "nsus&embedded=logo", "client-nav-logo"],
  ["B214", "nsus&embeded=none", ""],
])("%s ?%s sets the body class %j", (_behaviour, query, expected) => {
  expect(toEmbeddingClass(new URLSearchParams(query))).toBe(expected);
});

test("B214 a site that is `nsus` by its configuration is embedded without a parameter; a parameter in the address overrides it", () => {
  const queries = ["", "x=1", "embedded=logo", "embeded=1", "embedded=none", "nsus"];
  expect(queries.map((query) => toEmbeddingClass(new URLSearchParams(query), "all"))).toEqual([
    "client-nav-all",
    "client-nav-all",
    "client-nav-logo",
    "client-nav-1",
    "",
    "client-nav-all",
  ]);
});

test("B194 an island in view may wait until the browser is idle, except on the paths where islands hydrate at once", () => {
  expect(["/", "/download/", "/privacy-policy-of-others/"].map(mayWait)).toEqual([true, true, true]);
  expect(["/privacy-policy/", "/privacy-policy/cookies/", "/_nuxt/x/", "/api/x/"].map(mayWait)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
