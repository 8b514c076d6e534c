import { describe, expect, test } from "vitest";
import { isSiteError } from "../errors/errors.ts";
import type { DataDocumentName } from "./data-documents.ts";
import { parseWrittenDocument } from "./written-document.ts";

/** Where and why a document is refused; undefined when it is accepted. */
function refuse(name: DataDocumentName, document: unknown): { path: unknown; problem: unknown } | undefined {
  try {
    parseWrittenDocument(name, JSON.stringify(document));
    return undefined;
  } catch (error) {
    if (!isSiteError(error, "DATA_DOCUMENT_INVALID")) throw error;
    return { path: error.details["path"], problem: error.details["problem"] };
  }
}

const item = { path: "/about-us/", langKey: "ABOUT_US", label: "About us", siteType: "contents" };
const broken = ["Promo\0tions", "Promo\u0007s", "Two\nlines", "Half \ud83d", "\u202eturned"];

describe("a text that no page can show is refused with its place", () => {
  test.each(broken)("the label or badge %j of a menu: the header of every page would stop", (text) => {
    expect(refuse("navigations", { items: [item, { ...item, children: [{ ...item, label: text }] }] })).toEqual({
      path: "items.1.children.0.label",
      problem: "it has a line break, another control character or a broken one; write it in one line",
    });
    expect(refuse("util-navigations", { items: [{ ...item, badge: text }] })?.path).toBe("items.0.badge");
    const translations = { "pt-br": { label: text } };
    expect(refuse("navigations", { items: [{ ...item, translations }] })?.path).toBe(
      "items.0.translations.pt-br.label",
    );
  });

  test.each([...broken, " ", "\u200b"])("the name %j of an ambassador", (name) => {
    const ambassadors = [
      { slug: "ace", name: "Ace" },
      { slug: "rex", name },
    ];
    expect(refuse("brand-ambassador", { ambassadors })?.path).toBe("ambassadors.1.name");
  });

  test("a label of spaces alone, whose link would have no name", () => {
    expect(refuse("navigations", { items: [{ ...item, label: " \u00a0\u200b" }] })).toEqual({
      path: "items.0.label",
      problem: "it has no letter, number or sign, so nothing of it could be seen",
    });
  });

  test.each(["𠮷田 一", "سارة علي", "😀", "می‌خواهم", "Rex O’Gutshot"])("but not %j", (name) => {
    expect(refuse("brand-ambassador", { ambassadors: [{ slug: "ace", name }] })).toBeUndefined();
    expect(refuse("navigations", { items: [{ ...item, label: name }] })).toBeUndefined();
  });
});

/** Rules with one of a country, and one of another place. */
const toRules = (place: string): object => ({
  rules: { US: { ruleType: "BLOCKED" }, [place]: { ruleType: "BLOCKED" } },
});

describe("a country that no visitor comes from is refused with its place", () => {
  test.each([
    ["UK", "UK is no country of ISO 3166, so no visitor would be under this rule; write GB"],
    ["UK-ON", "UK is no country of ISO 3166, so no visitor would be under this rule; write GB"],
    ["EU", "EU is no country of ISO 3166, so no visitor would be under this rule"],
    ["XX", "XX is no country of ISO 3166, so no visitor would be under this rule"],
    ["QQ-ON", "QQ is no country of ISO 3166, so no visitor would be under this rule"],
    ["ZZ", "ZZ is an unknown country, and its visitors are under no rule"],
  ])("B133 in the rules: under a rule for %s no visitor would be", (place, problem) => {
    expect(refuse("geo-rules", toRules(place))).toEqual({ path: `rules.${place}`, problem });
  });

  test.each(["GB", "CA-ON", "US-NV", "XK"])("but not a rule for %s", (place) => {
    expect(refuse("geo-rules", toRules(place))).toBeUndefined();
  });

  test("B126 in the download links, where ZZ is every other country", () => {
    const links = [{ type: 6, url: "https://apps.example/" }];
    const toDocument = (place: string): object => ({ brands: { ggp: { ios: {}, android: { [place]: links } } } });
    expect(refuse("download-links", toDocument("UK"))?.path).toBe("brands.ggp.android.UK");
    for (const place of ["GB", "ZZ"]) expect(refuse("download-links", toDocument(place))).toBeUndefined();
  });
});
