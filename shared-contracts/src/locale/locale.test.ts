import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LocaleRouting, localeStrategies, parseLocalizedPath, toLocalePrefix, toLocalizedPath } from "./locale.ts";

const locales = [{ code: "en" }, { code: "fr" }, { code: "pt-br" }];
const toRouting = (localeStrategy: LocaleRouting["localeStrategy"]): LocaleRouting => ({
  localeStrategy,
  defaultLocale: "en",
  locales,
});

const anyLocale = fc.constantFrom(...locales.map(({ code }) => code));
const segment = fc
  .stringMatching(/^[a-z0-9][a-z0-9-]{0,11}$/)
  .filter((text) => !locales.some(({ code }) => code === text));
const pagePath = fc
  .array(segment, { maxLength: 4 })
  .map((segments) => (segments.length === 0 ? "/" : `/${segments.join("/")}/`));

describe.each(localeStrategies)("B030 paths with the strategy %s", (strategy) => {
  const routing = toRouting(strategy);

  test("come back from a round trip with their path and locale", () => {
    fc.assert(
      fc.property(anyLocale, pagePath, (locale, path) => {
        const parsed = parseLocalizedPath(routing, toLocalizedPath(routing, locale, path));
        const unsaid = strategy === "prefix-except-default" && locale === routing.defaultLocale;
        expect(parsed).toEqual({ locale: unsaid ? undefined : locale, path });
      }),
    );
  });

  test("come back from a round trip the other way, from locale and path to the same path", () => {
    fc.assert(
      fc.property(anyLocale, pagePath, (locale, path) => {
        const localized = toLocalizedPath(routing, locale, path);
        const parsed = parseLocalizedPath(routing, localized);
        expect(toLocalizedPath(routing, parsed.locale ?? routing.defaultLocale, parsed.path)).toBe(localized);
      }),
    );
  });

  test("keep one slash at the start, never two, which would name another host", () => {
    fc.assert(
      fc.property(anyLocale, pagePath, (locale, path) => {
        expect(toLocalizedPath(routing, locale, path)).toMatch(/^\/(?!\/)/);
        expect(parseLocalizedPath(routing, toLocalizedPath(routing, locale, path)).path).toMatch(/^\/(?!\/)/);
      }),
    );
  });
});

describe("the prefix of a locale", () => {
  test("stands before every path with the strategy prefix", () => {
    expect(toLocalePrefix(toRouting("prefix"), "en")).toBe("/en");
    expect(toLocalePrefix(toRouting("prefix"), "pt-br")).toBe("/pt-br");
  });

  test("is left out for the default locale with the strategy prefix-except-default", () => {
    expect(toLocalePrefix(toRouting("prefix-except-default"), "en")).toBe("");
    expect(toLocalePrefix(toRouting("prefix-except-default"), "fr")).toBe("/fr");
  });
});

describe("what a path says of its locale", () => {
  const routing = toRouting("prefix-except-default");

  test.each([
    ["/", undefined, "/"],
    ["/about-us/", undefined, "/about-us/"],
    ["/fr", "fr", "/"],
    ["/fr/", "fr", "/"],
    ["/fr/about-us", "fr", "/about-us"],
    ["/en/about-us/", "en", "/about-us/"],
    ["/pt-br/download/", "pt-br", "/download/"],
    ["/pt/download/", undefined, "/pt/download/"],
    ["/free/", undefined, "/free/"],
    ["/FR/", undefined, "/FR/"],
    ["//fr/", undefined, "//fr/"],
    ["/about-us/fr/", undefined, "/about-us/fr/"],
  ])("%s", (path, locale, rest) => {
    expect(parseLocalizedPath(routing, path)).toEqual({ locale, path: rest });
  });
});
