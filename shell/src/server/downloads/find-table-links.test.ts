import type { DataDocuments } from "@site/contracts/documents/data-documents";
import { describe, expect, test } from "vitest";
import { findTableLinks } from "./find-table-links.ts";

describe("the links of a brand, platform and country", () => {
  const link = { type: 6, url: "https://a.example/" };
  const other = { type: 2, url: "https://b.example/" };
  const table: DataDocuments["download-links"] = {
    brands: { ggp: { ios: { PH: [link], ZZ: [other], DE: [] }, android: {} } },
  };

  test("are the country's own, also when its list is empty", () => {
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "ios", country: "PH" })).toEqual([link]);
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "ios", country: "DE" })).toEqual([]);
  });

  test("are those for other countries when it has no entry", () => {
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "ios", country: "FR" })).toEqual([other]);
  });

  test("B127 are none for a platform without links and for an unknown brand", () => {
    expect(findTableLinks(table, { brandAlias: "ggp", platform: "android", country: "PH" })).toEqual([]);
    expect(findTableLinks(table, { brandAlias: "toString", platform: "ios", country: "PH" })).toEqual([]);
  });
});
