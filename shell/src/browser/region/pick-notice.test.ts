import { describe, expect, test } from "vitest";
import { routes } from "../../layout/routes.ts";
import { type NoticeSituation, pickNotice } from "./pick-notice.ts";

const germany = { id: "GGPDE", countryName: "Germany", imagePath: "/assets/flags/de.svg" } as const;

function pick({
  visitor,
  ...change
}: Partial<Omit<NoticeSituation, "visitor">> & { visitor?: Partial<NoticeSituation["visitor"]> }) {
  return pickNotice({
    siteId: "GGPPH",
    page: "index",
    query: "",
    isClosed: false,
    ...change,
    visitor: { rule: "none", mainSite: null, ...visitor },
  });
}
const pages = [...routes.map(({ name }) => name), "error"];

describe("which notice a page shows", () => {
  test("B134 B135 is the warning on home and the download page, and on no other", () => {
    expect(pages.filter((page) => pick({ page, visitor: { rule: "warning" } }) === "warning")).toEqual([
      "index",
      "download",
    ]);
    expect(pages.filter((page) => pick({ page, visitor: { rule: "warning" } }) !== undefined)).toHaveLength(2);
  });

  test.each(["none", "blocked", "denied"] as const)(
    "B134 B152 is no warning and not Ontario's under the rule %s",
    (rule) => {
      expect(pages.map((page) => pick({ page, visitor: { rule } })).filter((notice) => notice !== undefined)).toEqual(
        [],
      );
    },
  );

  test("B143 B144 is Ontario's on every page", () => {
    expect(new Set(pages.map((page) => pick({ page, visitor: { rule: "ontario" } })))).toEqual(new Set(["ontario"]));
  });

  test.each(["blocked", "denied"] as const)(
    "B143 is Ontario's on every page beside the rule %s, and not on the Canadian site",
    (rule) => {
      expect(new Set(pages.map((page) => pick({ page, visitor: { rule, notice: "ontario" } })))).toEqual(
        new Set(["ontario"]),
      );
      expect(pick({ siteId: "GGPCA", visitor: { rule, notice: "ontario" } })).toBeUndefined();
      expect(pick({ isClosed: true, visitor: { rule, notice: "ontario" } })).toBeUndefined();
    },
  );

  test("B144 is not Ontario's on any page of the Canadian site", () => {
    expect(
      pages
        .map((page) => pick({ page, siteId: "GGPCA", visitor: { rule: "ontario" } }))
        .filter((notice) => notice !== undefined),
    ).toEqual([]);
  });

  test("B150 is the main site's on home, for visitors with a main site and no other notice", () => {
    const visitor = { mainSite: germany };
    expect(pages.filter((page) => pick({ page, visitor }) === "main-site")).toEqual(["index"]);
    expect(pick({ visitor: { ...visitor, rule: "blocked" } })).toBe("main-site");
    expect(pick({ visitor: { ...visitor, rule: "warning" } })).toBe("warning");
    expect(pick({ visitor: { ...visitor, rule: "ontario" } })).toBe("ontario");
  });

  test("B136 B143 B156 is none for a visitor who closed one", () => {
    for (const rule of ["none", "warning", "ontario"] as const)
      expect(pick({ isClosed: true, visitor: { rule, mainSite: germany } })).toBeUndefined();
  });

  test.each(["?lighthouse", "?lighthouse=1", "?a=1&lighthouse="])(
    "B137 is no warning for the measurement %s",
    (query) => {
      expect(pick({ query, visitor: { rule: "warning" } })).toBeUndefined();
      expect(pick({ query, visitor: { rule: "warning", mainSite: germany } })).toBeUndefined();
    },
  );

  test.each(["?lighthouses", "?x=lighthouse", "?LIGHTHOUSE=1"])(
    "B137 is the warning for %s, which is no measurement",
    (query) => {
      expect(pick({ query, visitor: { rule: "warning" } })).toBe("warning");
    },
  );
});
