import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { readChosenLocale } from "./chosen-locale.ts";
import { findPreferredLocale } from "./preferred-locale.ts";

const locales = [
  ...siteConfigs.GGPPH.locales,
  { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
];

const find = (header: string) => findPreferredLocale({ locales }, header);

describe("B032 the language a browser asks for", () => {
  test.each([
    ["pt-BR", "pt-br"],
    ["pt-br,en;q=0.5", "pt-br"],
    ["pt", "pt-br"],
    ["pt-PT,en;q=0.9", "pt-br"],
    ["en-US,pt-BR;q=0.9", "en"],
    ["en;q=0.3,pt-BR;q=0.9", "pt-br"],
    ["de,fr;q=0.9,pt;q=0.1", "pt-br"],
    ["pt-BR;q=0,en", "en"],
    ["de", undefined],
    ["*", undefined],
    ["", undefined],
    [undefined, undefined],
    ["__proto__, constructor;q=nan, ;;;=,", undefined],
  ])("for Accept-Language %s is %s", (header, locale) => {
    expect(findPreferredLocale({ locales }, header)).toBe(locale);
  });

  test("G9 is one of the first 512 characters, which are read up to the last whole language", () => {
    expect(find(`pt,${"de,".repeat(4000)}`)).toBe("pt-br");
    expect(find(`${"de,".repeat(169)}pt,en`)).toBe("pt-br");
    expect(find(`${"de,".repeat(170)}pt-BR`)).toBeUndefined();
    expect(find("e".repeat(4000))).toBeUndefined();
  });

  test("is one of the site's or none, for any header", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (header) =>
        [undefined, "en", "pt-br"].includes(findPreferredLocale({ locales }, header)),
      ),
    );
  });
});

describe("B180 the locale a cookie names", () => {
  test.each([
    ["locale=pt-br", "pt-br"],
    ["a=b; locale=en; c=d", "en"],
    ["locale=xx", undefined],
    ["locale=PT-BR", undefined],
    ["locale=__proto__", undefined],
    ["locale=", undefined],
    ["notlocale=en", undefined],
    [`locale=${"x".repeat(4096)}`, undefined],
    // Of two cookies, the first whose value is a locale of the site.
    ["locale=xx; locale=pt-br", "pt-br"],
    ["locale=en; locale=pt-br", "en"],
    [undefined, undefined],
  ])("in %s is %s", (header, locale) => {
    expect(readChosenLocale({ locales }, header)).toBe(locale);
  });
});
