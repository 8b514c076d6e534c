import type { LocaleRouting } from "@site/contracts/locale/locale";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchRoute } from "./match-route.ts";
import { routes } from "./routes.ts";

const locales = [{ code: "en" }, { code: "pt-br" }];
const bare: LocaleRouting = { localeStrategy: "prefix-except-default", defaultLocale: "en", locales };
const prefixed: LocaleRouting = { localeStrategy: "prefix", defaultLocale: "en", locales };

const staticPaths = routes.filter(({ parameter }) => !parameter).map(({ path }) => path);

/** What a path leads to, in one line. */
function match(routing: LocaleRouting, path: string, preferred?: string): string {
  const found = matchRoute(routing, path, preferred);
  if (found.kind === "unknown") return "unknown";
  if (found.kind === "redirect") return `${found.permanent ? 301 : 302} ${found.path}`;
  return `${found.route.name} in ${found.locale} at ${found.path}`;
}

describe("B030 where paths carry no prefix for the default locale", () => {
  test.each([
    ["/", "index in en at /"],
    ["/about-us/", "about-us in en at /about-us/"],
    ["/pt-br/", "index in pt-br at /"],
    ["/pt-br/about-us/", "about-us in pt-br at /about-us/"],
    ["/ggteam/ace-marlowe/", "ggteam-slug in en at /ggteam/ace-marlowe/"],
    ["/ggteam/", "ggteam in en at /ggteam/"],
    // B016: one form, with its last slash
    ["/about-us", "301 /about-us/"],
    ["/ggteam/ace-marlowe", "301 /ggteam/ace-marlowe/"],
    ["/pt-br", "301 /pt-br/"],
    ["/pt-br/about-us", "301 /pt-br/about-us/"],
    // the default locale's prefix is never written
    ["/en", "301 /"],
    ["/en/", "301 /"],
    ["/en/about-us/", "301 /about-us/"],
    ["/en/about-us", "301 /about-us/"],
    // B022
    ["/nowhere/", "unknown"],
    ["/nowhere", "unknown"],
    ["/About-Us/", "unknown"],
    ["/about-us/more/", "unknown"],
    ["/en/en/about-us/", "unknown"],
    ["/fr/about-us/", "unknown"],
    ["/ggteam/Ace/", "unknown"],
    ["/ggteam/a/b/", "unknown"],
    ["/ggteam/%2e%2e/", "unknown"],
    ["/index.html", "unknown"],
    // B021
    ["/network/", "unknown"],
    ["/network/rng/", "unknown"],
    ["/network", "unknown"],
    ["/en/network/", "unknown"],
    // never another host's
    ["//", "unknown"],
    ["//evil.example/", "unknown"],
    ["//evil.example/about-us", "unknown"],
    ["/en//evil.example/", "unknown"],
    ["/about-us//", "unknown"],
    ["/\\evil.example", "unknown"],
    ["/en/\\evil.example", "unknown"],
    ["", "unknown"],
    ["about-us/", "unknown"],
    ["https://evil.example/about-us/", "unknown"],
    ["*", "unknown"],
  ])("%s is %s", (path, expected) => {
    expect(match(bare, path)).toBe(expected);
  });
});

describe("B030 where every path carries a locale", () => {
  test.each([
    ["/en/", "index in en at /"],
    ["/pt-br/about-us/", "about-us in pt-br at /about-us/"],
    ["/en", "301 /en/"],
    ["/en/about-us", "301 /en/about-us/"],
    ["/", "302 /en/"],
    ["/about-us/", "302 /en/about-us/"],
    ["/about-us", "302 /en/about-us/"],
    ["/ggteam/ace", "302 /en/ggteam/ace/"],
    ["/en/nowhere/", "unknown"],
    ["/fr/", "unknown"],
    ["/network/", "unknown"],
    ["//en/", "unknown"],
    ["/en//", "unknown"],
  ])("%s is %s", (path, expected) => {
    expect(match(prefixed, path)).toBe(expected);
  });

  test("B031 the root redirects to the visitor's locale, not permanently", () => {
    expect(match(prefixed, "/", "pt-br")).toBe("302 /pt-br/");
    expect(match(prefixed, "/about-us", "pt-br")).toBe("302 /pt-br/about-us/");
  });

  test("a visitor's preference changes no path that says its locale", () => {
    expect(match(prefixed, "/en/about-us/", "pt-br")).toBe("about-us in en at /about-us/");
    expect(match(prefixed, "/en/about-us", "pt-br")).toBe("301 /en/about-us/");
  });
});

describe("every address", () => {
  test("B001-B020 of a page is that page, in one form", () => {
    for (const path of staticPaths) {
      expect(matchRoute(bare, path)).toMatchObject({ kind: "page", route: { path }, path, locale: "en" });
      expect(matchRoute(prefixed, `/pt-br${path}`)).toMatchObject({
        kind: "page",
        route: { path },
        path,
        locale: "pt-br",
      });
    }
  });

  test("does not accept a path with a query", () => {
    expect(match(bare, "/about-us/?x=1")).toBe("unknown");
  });

  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      "en",
      "pt-br",
      "fr",
      "about-us",
      "ggteam",
      "network",
      "ace",
      "evil.example",
      "@",
      ":",
      "..",
      ".",
      "%2f",
      "%5c",
      "?",
      "#",
      "\t",
      " ",
      "https:",
    ),
    fc.string({ maxLength: 4 }),
  );
  const address = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join("/")}`),
    fc.constantFrom(...staticPaths).map((path) => path.slice(0, -1) || "/"),
  );

  test.each([
    ["without prefix", bare],
    ["with prefix", prefixed],
  ] as const)("never redirects to another host (%s)", (_name, routing) => {
    fc.assert(
      fc.property(address, fc.constantFrom("en", "pt-br"), (path, preferred) => {
        const found = matchRoute(routing, path, preferred);
        if (found.kind !== "redirect") return;
        expect(found.path).toMatch(/^\/(?![/\\])/);
        expect(new URL(found.path, "https://www.ggp.example").origin).toBe("https://www.ggp.example");
        expect(new URL(found.path, "https://www.ggp.example").pathname).toBe(found.path);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["without prefix", bare],
    ["with prefix", prefixed],
  ] as const)("takes one hop: what it redirects to is a page (%s)", (_name, routing) => {
    fc.assert(
      fc.property(address, fc.constantFrom("en", "pt-br"), (path, preferred) => {
        const found = matchRoute(routing, path, preferred);
        if (found.kind === "redirect") expect(matchRoute(routing, found.path, preferred).kind).toBe("page");
      }),
      { numRuns: 3000 },
    );
  });

  test("that is written in two ways leads to one page", () => {
    for (const path of staticPaths.filter((one) => one !== "/")) {
      expect(match(bare, path.slice(0, -1))).toBe(`301 ${path}`);
      expect(match(bare, `/en${path}`)).toBe(`301 ${path}`);
    }
  });
});
