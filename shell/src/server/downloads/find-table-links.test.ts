import type { DataDocuments } from "@site/contracts/documents/data-documents";
import { describe, expect, test } from "vitest";
import { findTableLinks } from "./find-table-links.ts";

describe("the links of a brand, platform and country", () => {
  const link = { type: 6, url: "https://a.example/" };
  const other = { type: 2, url: "https://b.example/" };
  const table: DataDocuments["download-links"] = {
    brands: { ggp: { ios: { PH: [link], ZZ: [other], DE: [] }, android: {} } },
  };

  test("are the country's own, also when it has none on purpose", () => {
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "ios", country: "PH" })).toEqual([link]);
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "ios", country: "DE" })).toEqual([]);
  });

  test("are those of every other country where it has no line", () => {
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "ios", country: "FR" })).toEqual([other]);
  });

  test("B127 are none where there is nothing", () => {
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "android", country: "PH" })).toEqual([]);
    expect(findTableLinks(table, { brandAlias: "toString", platform: "ios", country: "PH" })).toEqual([]);
  });
});
