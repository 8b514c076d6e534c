import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type DataDocuments,
  dataDocumentNames,
  dataDocumentSchemas,
  islandDataNames,
  parseDataDocument,
} from "./data-documents.ts";
import type { Navigations } from "./navigation.ts";

describe("a data document", () => {
  test("is refused with its name, the path of the first problem and a sentence", () => {
    expect(() => parseDataDocument("navigations", { items: [{}, { path: "/" }] })).toThrow(
      expect.objectContaining({
        code: "DATA_DOCUMENT_INVALID",
        message: expect.stringMatching(/^The data document navigations is invalid at items\.0\.path: ./),
      }),
    );
  });

  test.each([
    [
      "brand-ambassador",
      {
        ambassadors: [
          { slug: "ok", name: "Ok" },
          { slug: "Not Ok", name: "x" },
        ],
      },
      "ambassadors.1.slug",
    ],
    [
      "brand-ambassador",
      {
        ambassadors: [
          { slug: "one", name: "A" },
          { slug: "one", name: "B" },
        ],
      },
      "(root)",
    ],
    [
      "download-links",
      { brands: { ggp: { ios: { ZZ: [{ type: 6, url: "javascript:alert(1)" }] }, android: {} } } },
      "brands.ggp.ios.ZZ.0.url",
    ],
    ["geo-rules", { rules: { US: { ruleType: "blocked" } } }, "rules.US.ruleType"],
    ["geo-rules", { rules: {}, whitelist: ["203.0.113.7", "203.0.113.0/99"] }, "whitelist.1"],
    ["geo-rules", { rules: {}, whitelist: "203.0.113.7" }, "whitelist"],
    ["geo-rules", { rules: { usa: { ruleType: "BLOCKED" } } }, "rules.usa"],
    [
      "installer-checksums",
      { checksums: { windows: { file: "../setup.exe", version: "4.2.0", sha256: "0".repeat(64) } } },
      "checksums.windows.file",
    ],
    [
      "installer-checksums",
      { checksums: { osx: { file: "client.dmg", version: "latest", sha256: "0".repeat(64) } } },
      "checksums.osx.version",
    ],
    [
      "installer-checksums",
      { checksums: { android: { file: "client.apk", version: "4", sha256: "0".repeat(63) } } },
      "checksums.android.sha256",
    ],
    ["installer-checksums", { checksums: { amiga: {} } }, "checksums.amiga"],
    ["util-navigations", [], "items"],
    ["util-navigations", "<!doctype html>", "(root)"],
  ] as const)("%s is refused at the path of its problem (%j)", (name, document, path) => {
    expect(() => parseDataDocument(name, document)).toThrow(
      expect.objectContaining({
        code: "DATA_DOCUMENT_INVALID",
        details: expect.objectContaining({ document: name, path }),
      }),
    );
  });

  test("B133 a country has a rule of its own, and Ontario a key of its own", () => {
    const rules = {
      rules: { US: { ruleType: "BLOCKED" }, AU: { ruleType: "WARNING" }, "CA-ON": { ruleType: "WARNING" } },
    };
    expect(parseDataDocument("geo-rules", rules)).toEqual(rules);
  });

  test("a key such as `__proto__` reaches neither the document nor the prototype of objects", () => {
    const trap: unknown = JSON.parse('{"rules":{"__proto__":{"ruleType":"BLOCKED"},"US":{"ruleType":"BLOCKED"}}}');
    expect(parseDataDocument("geo-rules", trap)).toEqual({ rules: { US: { ruleType: "BLOCKED" } } });
    expect(Object.hasOwn(Object.prototype, "ruleType")).toBe(false);
  });
});

test("every document has a name and a schema, and the list of names is complete", () => {
  expect(Object.keys(dataDocumentSchemas)).toEqual([...dataDocumentNames]);
});

test("an island is never told download links or geolocation rules", () => {
  expect([...islandDataNames]).toEqual([
    "navigations",
    "util-navigations",
    "brand-ambassador",
    "footer",
    "installer-checksums",
    "contacts",
    "facts",
    "legal",
    "certificate",
    "used-vendors",
  ]);
});

test("a document's type follows from its name", () => {
  expectTypeOf<DataDocuments["navigations"]>().toEqualTypeOf<Navigations>();
  expectTypeOf(parseDataDocument<"util-navigations">).returns.toEqualTypeOf<Navigations>();
  // @ts-expect-error unknown document
  expect(() => parseDataDocument("menus", {})).toThrow();
});
