import type { LocaleRouting } from "@site/contracts/locale/locale";
import { expect, test } from "vitest";
import { findRuledTarget, isDocumentOnly, type RouteRules } from "./route-rules.ts";

const routing: LocaleRouting = {
  localeStrategy: "prefix-except-default",
  defaultLocale: "en",
  locales: [{ code: "en" }, { code: "pt-br" }],
};
const rules: RouteRules = {
  "/fresh/": { middleware: "document" },
  "/old/": { redirect: "/contact/" },
  "/blog/": { redirect: "https://blog.example/" },
};

test.each([
  ["/old/", "/contact/"],
  ["/old", "/contact/"],
  ["/en/old/", "/contact/"],
  ["/pt-br/old/", "/pt-br/contact/"],
  ["/blog/", "https://blog.example/"],
  ["/pt-br/blog/", "https://blog.example/"],
  ["/contact/", undefined],
  ["/fresh/", undefined],
  ["/__proto__/", undefined],
  ["/constructor", undefined],
])("B023 B024 by its rule %s leads to %s, in the language of the path", (path, target) => {
  expect(findRuledTarget(routing, rules, path)).toBe(target);
});

test("B204 only a page with the middleware `document` needs a document load, in every language", () => {
  expect(["/fresh/", "/fresh", "/pt-br/fresh/"].map((path) => isDocumentOnly(routing, rules, path))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["/old/", "/contact/", "/toString/"].map((path) => isDocumentOnly(routing, rules, path))).toEqual([
    false,
    false,
    false,
  ]);
});
