import { describe, expect, test } from "vitest";
import * as v from "valibot";
import { parseDataDocument } from "./data-documents.ts";
import { isSiteError } from "../errors/errors.ts";
import { navigationsSchema, translateItems } from "./navigation.ts";

const item = { path: "/about-us/", langKey: "ABOUT_US", label: "About us", siteType: "contents" };

/** Where and why a menu is refused. */
function refuse(document: unknown): { path: unknown; problem: string } {
  try {
    parseDataDocument("navigations", document);
  } catch (error) {
    if (isSiteError(error, "DATA_DOCUMENT_INVALID"))
      return { path: error.details["path"], problem: String(error.details["problem"]) };
    throw error;
  }
  throw new Error("the document was accepted");
}

describe("B040 a menu", () => {
  test("is accepted with every field, to any depth, and what may be left out gets its default", () => {
    const { items } = v.parse(navigationsSchema, {
      items: [
        item,
        {
          ...item,
          routerName: "about-us",
          showSubArea: true,
          isShow: false,
          isRoot: true,
          badge: "New",
          children: [{ ...item, path: "https://blog.ggp.example/", siteType: "external", children: [item] }],
        },
      ],
    });
    expect(items).toEqual([
      { ...item, routerName: "", showSubArea: false, isShow: true, isRoot: false, children: [] },
      {
        ...item,
        routerName: "about-us",
        showSubArea: true,
        isShow: false,
        isRoot: true,
        badge: "New",
        children: [
          {
            ...item,
            path: "https://blog.ggp.example/",
            siteType: "external",
            routerName: "",
            showSubArea: false,
            isShow: true,
            isRoot: false,
            children: [{ ...item, routerName: "", showSubArea: false, isShow: true, isRoot: false, children: [] }],
          },
        ],
      },
    ]);
  });

  test.each([[[]], [[{ ...item, isShow: false }]]])(
    "without a visible item is refused, so that the last good menu stays (%j)",
    (items) => {
      expect(refuse({ items })).toEqual({ path: "items", problem: "a menu shows at least one item" });
    },
  );

  test("has names and badges in other languages, which are text as well", () => {
    const translations = { "pt-br": { label: "Sobre nós", badge: "Novo" } };
    expect(v.parse(navigationsSchema, { items: [{ ...item, translations }] }).items[0]?.translations).toEqual(
      translations,
    );
    expect(v.is(navigationsSchema, { items: [{ ...item, translations: { fr: { label: "À propos" } } }] })).toBe(true);
    expect(refuse({ items: [{ ...item, translations: { "pt-br": { label: "<b>Sobre</b>" } } }] }).path).toBe(
      "items.0.translations.pt-br.label",
    );
    expect(refuse({ items: [{ ...item, translations: { Portuguese: { label: "Sobre" } } }] }).path).toBe(
      "items.0.translations.Portuguese",
    );
  });

  test("B041 knows four kinds of items", () => {
    for (const siteType of ["external", "contents", "compliance", "sibling"]) {
      expect(v.is(navigationsSchema, { items: [{ ...item, siteType }] })).toBe(true);
    }
    expect(refuse({ items: [item, { ...item, siteType: "internal" }] }).path).toBe("items.1.siteType");
  });

  test.each([
    "javascript:alert(1)",
    "//evil.example/",
    "data:text/html,x",
    "/\\evil.example",
    "http://plain.example/",
    "about-us/",
  ])("with an item that leads to %j is refused with the path of the item", (path) => {
    expect(refuse({ items: [item, { ...item, children: [{ ...item, path }] }] })).toEqual({
      path: "items.1.children.0.path",
      problem: "expected a path of this site or an https address",
    });
  });

  test("with an item that leads nowhere is refused with the path of what is missing", () => {
    const { path: _path, ...pathless } = item;
    expect(refuse({ items: [pathless] }).path).toBe("items.0.path");
  });

  test.each(["<b>New</b>", "<img src=x onerror=alert(1)>", "1 > 0", ""])(
    "with the label %j is refused: a label is text",
    (label) => {
      expect(refuse({ items: [{ ...item, label }] }).path).toBe("items.0.label");
    },
  );

  test("with HTML in a badge is refused", () => {
    expect(refuse({ items: [{ ...item, badge: "<i>Hot</i>" }] })).toEqual({
      path: "items.0.badge",
      problem: "a label is plain text",
    });
  });

  test("with 10,000 children of one item is refused, with what is allowed", () => {
    expect(refuse({ items: [{ ...item, children: Array.from({ length: 10_000 }, () => item) }] })).toEqual({
      path: "items.0.children",
      problem: "a menu level has at most 64 items",
    });
  });

  test("with 10,000 items spread over many levels is refused, with what is allowed", () => {
    const level = (children: object[]) => Array.from({ length: 21 }, () => ({ ...item, children }));
    expect(refuse({ items: level(level(level([item]))) })).toEqual({
      path: "items",
      problem: "a menu has at most 512 items in all",
    });
  });

  test("has at most 512 items in all, on every level", () => {
    const level = (size: number) =>
      Array.from({ length: 8 }, () => ({ ...item, children: Array.from({ length: size }, () => item) }));
    expect(v.is(navigationsSchema, { items: level(63) })).toBe(true);
    expect(refuse({ items: [...level(63), item] }).problem).toBe("a menu has at most 512 items in all");
  });

  test.each(["about", "About", "1ABOUT", "_ABOUT", "aABOUT", "ABOUT-US", "ABOUTx", ""])(
    "with the langKey %j is refused",
    (langKey) => {
      expect(refuse({ items: [{ ...item, langKey }] })).toEqual({
        path: "items.0.langKey",
        problem: "a langKey is UPPER_CASE",
      });
    },
  );

  test.each(["EN", "e", "eng", "pt_br", "pt-BR", "pt-bra", "pt-b", "pt-brx", ""])(
    "with texts in the locale %j is refused",
    (code) => {
      expect(refuse({ items: [{ ...item, translations: { [code]: { label: "About" } } }] })).toEqual({
        path: `items.0.translations.${code}`,
        problem: "a locale code is like en or pt-br",
      });
    },
  );

  test("with more than 64 items on its first level is refused", () => {
    expect(refuse({ items: Array.from({ length: 65 }, () => item) }).path).toBe("items");
  });

  test("with an unknown field is refused", () => {
    expect(refuse({ items: [{ ...item, onClick: "alert(1)" }] }).path).toBe("items.0.onClick");
    expect(refuse({ items: [item], script: "x" }).path).toBe("script");
  });

  test.each([null, [], "items", 7, { items: "none" }, {}])("is never %j", (document) => {
    expect(refuse(document).problem).not.toBe("");
  });
});

describe("the items of a page in a language", () => {
  const { items } = v.parse(navigationsSchema, {
    items: [
      {
        ...item,
        badge: "New",
        translations: { "pt-br": { label: "Sobre nós", badge: "Novo" }, fr: { label: "À propos" } },
      },
      { ...item, label: "Hidden", isShow: false },
      {
        ...item,
        label: "Games",
        children: [
          { ...item, label: "Cash", translations: { "pt-br": { label: "Dinheiro" } } },
          { ...item, label: "Hidden", isShow: false },
        ],
      },
    ],
  });

  test.each([
    [
      "pt-br",
      [
        ["Sobre nós", "Novo", []],
        ["Games", undefined, ["Dinheiro"]],
      ],
    ],
    [
      "fr",
      [
        ["À propos", "New", []],
        ["Games", undefined, ["Cash"]],
      ],
    ],
    [
      "en",
      [
        ["About us", "New", []],
        ["Games", undefined, ["Cash"]],
      ],
    ],
  ])("B048 in %s are the visible ones, each with its text in that language, else with its own", (locale, expected) => {
    const translated = translateItems(items, locale);
    expect(translated.map(({ label, badge, children }) => [label, badge, children.map((one) => one.label)])).toEqual(
      expected,
    );
  });

  test("carry what a menu shows and no text of another language", () => {
    expect(translateItems(items, "en")[0]).toEqual({
      path: "/about-us/",
      label: "About us",
      badge: "New",
      routerName: "",
      siteType: "contents",
      showSubArea: false,
      isShow: true,
      isRoot: false,
      children: [],
    });
    expect(Object.keys(translateItems(items, "en")[1] ?? {})).not.toContain("badge");
  });
});
