import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { downloadLinkSchema, downloadQuerySchema, downloadUrlSchema, pickDownloadLink } from "./download-link.ts";

const toLink = (type: number) => ({ type, url: `https://download.ggp.example/${type}` });

describe("B125 the link that is used", () => {
  test("is of type 6 where there is one", () => {
    expect(pickDownloadLink([toLink(2), toLink(1), toLink(6)])).toEqual(toLink(6));
  });

  test("is of type 2 where there is no type 6", () => {
    expect(pickDownloadLink([toLink(1), toLink(2), toLink(3)])).toEqual(toLink(2));
  });

  test("B127 is none where there is neither, so that callers use the default page", () => {
    expect(pickDownloadLink([toLink(1), toLink(3)])).toBeUndefined();
    expect(pickDownloadLink([])).toBeUndefined();
  });

  test("does not depend on the order of the others", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 8 })), (types) => {
        const picked = pickDownloadLink(types.map(toLink))?.type;
        expect(picked).toBe(types.includes(6) ? 6 : types.includes(2) ? 2 : undefined);
      }),
    );
  });
});

describe("B124 a link of the download service", () => {
  test("has a number and an https address", () => {
    expect(v.is(downloadLinkSchema, toLink(6))).toBe(true);
    for (const link of [
      { type: "6", url: "https://a.example/" },
      { type: 6.5, url: "https://a.example/" },
      { type: 6 },
    ]) {
      expect(v.is(downloadLinkSchema, link)).toBe(false);
    }
    for (const url of ["javascript:alert(1)", "http://a.example/", "//a.example/", "/local"]) {
      expect(v.is(downloadLinkSchema, { type: 6, url })).toBe(false);
    }
  });

  test("stands in a list of at most 32", () => {
    expect(v.is(downloadUrlSchema, { links: Array.from({ length: 32 }, () => toLink(6)) })).toBe(true);
    expect(v.is(downloadUrlSchema, { links: Array.from({ length: 33 }, () => toLink(6)) })).toBe(false);
  });
});

describe("B123 the query of the download service", () => {
  const query = { brandAlias: "ggp", platform: "ios", country: "PH" };

  test("has a brand, a platform and a country", () => {
    for (const platform of ["ios", "android"])
      expect(v.parse(downloadQuerySchema, { ...query, platform })).toEqual({ ...query, platform });
  });

  test.each([
    { ...query, brandAlias: "GGP" },
    { ...query, brandAlias: "" },
    { ...query, brandAlias: "../x" },
    { ...query, brandAlias: "a".repeat(33) },
    { ...query, platform: "windows" },
    { ...query, country: "ph" },
    { ...query, country: "PHL" },
    { ...query, country: "QQ" },
    { ...query, country: "constructor" },
    { ...query, country: "P1" },
    { ...query, extra: "1" },
    { brandAlias: "ggp", platform: "ios" },
    { ...query, country: ["PH", "US"] },
  ])("is never %j", (wrong) => {
    expect(v.is(downloadQuerySchema, wrong)).toBe(false);
  });
});
