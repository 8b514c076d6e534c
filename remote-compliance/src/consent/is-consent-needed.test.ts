import { describe, expect, test } from "vitest";
import { consentCountries } from "@site/contracts/visitor/consent-countries";
import { type ConsentConditions, isConsentNeeded } from "./is-consent-needed.ts";

const all: ConsentConditions = {
  consentId: "5e0c0de0-51ee-4c0d-8e11-0123456789ab",
  country: "DE",
  query: new URLSearchParams(),
};

describe("B220 the consent tool is needed", () => {
  test("when the site has an id, the country is known and on the list, and clean is absent", () => {
    expect(isConsentNeeded(all)).toBe(true);
    expect(isConsentNeeded({ ...all, query: new URLSearchParams("lighthouse&q=clean") })).toBe(true);
  });

  test.each([
    ["the site has no id", { consentId: undefined }],
    ["the country is unknown", { country: null }],
    ["the country is not on the list", { country: "CA" }],
    ["B221 the visitor is in the Philippines", { country: "PH" }],
    ["B215 the address says clean", { query: new URLSearchParams("clean") }],
    ["B215 the address says clean with a value", { query: new URLSearchParams("a=1&clean=0") }],
  ])("not when %s", (_why, change) => {
    expect(isConsentNeeded({ ...all, ...change })).toBe(false);
  });
});

describe("B220 the list of countries", () => {
  test("has the 27 of the Union, Iceland, Liechtenstein, Norway and the United Kingdom, and seven territories, each once", () => {
    expect(consentCountries).toHaveLength(27 + 4 + 7);
    expect(new Set(consentCountries).size).toBe(consentCountries.length);
    for (const code of ["IS", "LI", "NO", "GB", "AX", "GF", "GP", "MQ", "RE", "YT", "MF"])
      expect(consentCountries).toContain(code);
    expect(consentCountries.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  test("has no code that only looks right: Greece is GR, the United Kingdom GB", () => {
    for (const code of ["EL", "UK", "CH", "PH", "US", "TR"]) expect(consentCountries).not.toContain(code);
  });
});
