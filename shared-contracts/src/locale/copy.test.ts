import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { formatAmount } from "./amount.ts";
import { localeSchema } from "./locale-schema.ts";
import { pickLabel, pickText } from "./localized-text.ts";
import { pickCopy } from "./pick-copy.ts";

test.each([
  ["en", "USD", 600, "$600"],
  ["en", "BRL", 3000, "R$3,000"],
  ["en", "USD", 1234.6, "$1,235"],
  ["pt-br", "BRL", 3000, "R$\u00a03.000"],
])("copy in %s writes a whole amount of %s in the language's way", (language, currency, amount, written) => {
  expect(formatAmount(amount, currency, language)).toBe(written);
});

describe("a text in several languages", () => {
  const text = { en: "Download", "pt-br": "Baixar" };

  test.each([
    ["en", "Download"],
    ["pt-br", "Baixar"],
    ["de", "Download"],
    ["constructor", "Download"],
    ["__proto__", "Download"],
  ])("is read in %s as %s", (language, expected) => {
    expect(pickText(text, language)).toBe(expected);
    expect(pickLabel(text, language)).toBe(expected);
  });

  test("is one text where a label is the same in every language", () => {
    expect(pickLabel("GGPoker", "pt-br")).toBe("GGPoker");
  });
});

describe("a page's copy", () => {
  const copies = { en: "Hello", "pt-br": "Olá" };
  const pick = (code: string, defaultLocale: string): unknown =>
    pickCopy(copies, { locale: { code }, site: { defaultLocale } });

  test.each([
    ["the page's language", "pt-br", "en", { copy: "Olá", language: "pt-br" }],
    ["the site's language when the page's has none", "de", "pt-br", { copy: "Olá", language: "pt-br" }],
    ["English when neither has any", "de", "fr", { copy: "Hello", language: "en" }],
    [
      "English for a language named as a property of every object",
      "constructor",
      "toString",
      { copy: "Hello", language: "en" },
    ],
  ])("is in %s", (_what, code, defaultLocale, expected) => {
    expect(pick(code, defaultLocale)).toEqual(expected);
  });
});

describe("a language of a site", () => {
  const locale = { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] };

  test.each([locale, { ...locale, code: "en", languageTag: "en", files: [] }, { ...locale, name: "P" }])(
    "may be %j",
    (one) => {
      expect(findProblem(localeSchema, one)).toBeUndefined();
    },
  );

  test.each(["", "p", "por", "PT", "1t", "pt-", "pt-BR", "pt-bra", "pt_br", " pt", "pt-br\n"])(
    "never has the code %j",
    (code) => {
      expect(findProblem(localeSchema, { ...locale, code })).toBe("code: a locale code is like en or pt-br");
    },
  );

  test.each(["", "p", "por", "PT", "pt-", "pt-br", "pt-BRA", "pt-B", "pt_BR", "xpt-BR", "pt-BR\n"])(
    "never has the tag %j",
    (languageTag) => {
      expect(findProblem(localeSchema, { ...locale, languageTag })).toBe("languageTag: a language tag is like en-PH");
    },
  );

  test.each<[string, object]>([
    ["name", { name: "" }],
    ["files", { files: "pt-br.json" }],
    ["files.0", { files: [1] }],
    ["direction", { direction: "ltr" }],
  ])("is refused with the field %s", (field, change) => {
    expect(findProblem(localeSchema, { ...locale, ...change })).toMatch(new RegExp(`^${field}: `));
  });
});
