import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRelease, toReleaseLabel } from "./release.ts";

const integrity = `sha384-${"A".repeat(64)}`;
const file = { integrity, size: 10 };
const release = {
  name: "download",
  version: "1.0.0-0123456789ab",
  contract: "1.0.0",
  entry: "browser/remoteEntry.js",
  serverEntry: "server/entry.cjs",
  exposes: [
    {
      key: "button",
      hydrate: "interaction",
      hydrateOnQuery: "auto=1",
      data: ["navigations"],
      js: ["browser/expose-button.js"],
      css: [],
    },
  ],
  shared: { react: "^19.3.1" },
  files: { "browser/remoteEntry.js": file, "browser/expose-button.js": file, "server/entry.cjs": file },
  _type: "release",
  schemaVersion: 1,
};

function refuse(document: unknown): { code: unknown; details: unknown } {
  try {
    parseRelease(document, "download@candidate");
  } catch (error) {
    if (error instanceof Error && "code" in error && "details" in error)
      return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error("the document was accepted");
}

/** A copy of the release document with `value` put under a new `key` of one of its objects. */
function plant(document: unknown, place: number, key: string, value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  const objects: object[] = [];
  const visit = (one: unknown): void => {
    if (typeof one !== "object" || one === null) return;
    if (!Array.isArray(one)) objects.push(one);
    for (const inner of Object.values(one)) visit(inner);
  };
  visit(copy);
  const target = objects[place % objects.length];
  if (target) Object.assign(target, { [key]: value });
  return copy;
}

test("a complete release document is read as it was written", () => {
  expect(parseRelease(release, "x")).toEqual(release);
  expect(toReleaseLabel(parseRelease(release, "x"))).toBe("download@1.0.0-0123456789ab");
});

test("a release with a file below another file is refused by its path, since no disk could hold both", () => {
  const files = { ...release.files, "browser/note": file, "browser/note/more.js": file };
  expect(refuse({ ...release, files }).details).toMatchObject({
    path: "files",
    problem: expect.stringContaining("browser/note/more.js"),
  });
  expect(() =>
    parseRelease(
      { ...release, files: { ...release.files, "browser/note.js": file, "browser/note/more.js": file } },
      "x",
    ),
  ).not.toThrow();
});

test("a release without hydrated islands has no entry", () => {
  const { entry: _entry, ...still } = release;
  expect(parseRelease(still, "x").entry).toBeUndefined();
});

describe("a release document that carries code as data", () => {
  test.each([
    { ...release, getPublicPath: "return '//evil.example/'" },
    { ...release, metaData: { getPublicPath: "x" } },
    { ...release, exposes: [{ ...release.exposes[0], getPublicPath: "" }] },
    { ...release, files: { ...release.files, getPublicPath: null } },
    { ...release, shared: { getPublicPath: "^1.0.0" } },
    [{ deeper: [{ getPublicPath: 1 }] }],
  ])("is refused with the field at any place (case %#)", (document) => {
    expect(refuse(document)).toEqual({
      code: "RELEASE_ENTRY_FORBIDDEN",
      details: { release: "download@candidate", field: "getPublicPath" },
    });
  });

  test("is refused with the code for that field, not for unknown fields, at every place of the document", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.jsonValue(), (place, value) => {
        expect(refuse(plant(release, place, "getPublicPath", value)).code).toBe("RELEASE_ENTRY_FORBIDDEN");
      }),
    );
  });
});

describe("a file of a release", () => {
  test.each([
    "browser/../../etc/passwd",
    "browser/..",
    "../browser/a.js",
    "/browser/a.js",
    "browser//a.js",
    "browser/./a.js",
    "browser/.hidden",
    "browser/a/../b.js",
    "browser\\a.js",
    "browser/a\\b.js",
    "browser/%2e%2e/a.js",
    "browser/a.js?x",
    "browser/a.js#x",
    "browser/",
    "server",
    "secrets/key.pem",
    "release.json",
    "browser/a b.js",
    "browser/a\u0000.js",
    "browser/a.js\n",
    "C:/browser/a.js",
    "browser/-rf",
  ])("is never named %j", (name) => {
    expect(refuse({ ...release, files: { ...release.files, [name]: file } }).code).toBe("RELEASE_INVALID");
    expect(refuse({ ...release, serverEntry: name }).code).toBe("RELEASE_INVALID");
    expect(refuse({ ...release, exposes: [{ ...release.exposes[0], js: [name] }] }).code).toBe("RELEASE_INVALID");
  });

  test("has, when accepted, a path inside browser or server", () => {
    const piece = fc.constantFrom(
      "browser",
      "server",
      "/",
      "..",
      ".",
      "a",
      "-",
      "_",
      "\\",
      "%2e",
      ".js",
      "\n",
      "\u0000",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
        (name) => {
          try {
            parseRelease({ ...release, files: { ...release.files, [name]: file } }, "x");
          } catch {
            return;
          }
          const { pathname } = new URL(name, "file:///release/");
          expect(pathname).toBe(`/release/${name}`);
          expect(pathname).toMatch(/^\/release\/(browser|server)\//);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each(["sha256-AAAA", "sha384-AAAA", "", `md5-${"A".repeat(64)}`, `sha384-${"A".repeat(63)}"`])(
    "never has the hash %j",
    (wrong) => {
      expect(
        refuse({ ...release, files: { ...release.files, "browser/a.js": { ...file, integrity: wrong } } }).code,
      ).toBe("RELEASE_INVALID");
    },
  );
});

describe("a release document", () => {
  test("with an unknown field is refused, at any place", () => {
    expect(refuse({ ...release, remoteEntry: "https://evil.example/x.js" })).toEqual({
      code: "RELEASE_INVALID",
      details: expect.objectContaining({ release: "download@candidate", path: "remoteEntry" }),
    });
    expect(refuse({ ...release, exposes: [{ ...release.exposes[0], load: "idle" }] }).details).toMatchObject({
      path: "exposes.0.load",
    });
    expect(refuse({ ...release, files: { "browser/a.js": { ...file, url: "/x" } } }).details).toMatchObject({
      path: "files.browser/a.js.url",
    });
  });

  test.each(["load", "idle", "eager"])(
    "never has an island that hydrates at %s, without interaction and out of view",
    (hydrate) => {
      expect(refuse({ ...release, exposes: [{ ...release.exposes[0], hydrate }] }).details).toMatchObject({
        path: "exposes.0.hydrate",
      });
    },
  );

  test.each(["geo-rules", "download-links"])("never has an island that is told %s", (name) => {
    expect(refuse({ ...release, exposes: [{ ...release.exposes[0], data: [name] }] }).details).toMatchObject({
      path: "exposes.0.data.0",
    });
  });

  test.each([
    ["name", "Analytics"],
    ["name", "../shell"],
    ["name", "constructor"],
    ["name", "a".repeat(42)],
    ["version", "1.0.0"],
    ["version", "1.0.0-XYZ"],
    ["version", "../../1.0.0-0123456789ab"],
    ["contract", "1"],
    ["_type", "admission"],
    ["schemaVersion", 2],
    ["entry", "https://evil.example/remoteEntry.js"],
  ])("never has the %s %j", (field, value) => {
    expect(refuse({ ...release, [field]: value })).toEqual({
      code: "RELEASE_INVALID",
      details: expect.objectContaining({ path: field }),
    });
  });

  test.each([null, [], "release", 7, {}])("is never %j", (document) => {
    expect(refuse(document).code).toBe("RELEASE_INVALID");
  });

  test("is read or refused with a code, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(["RELEASE_INVALID", "RELEASE_ENTRY_FORBIDDEN"]).toContain(refuse(document).code);
      }),
    );
  });
});

describe("a release document with markup or code in a name", () => {
  const texts = [
    "</script>",
    '"><b>',
    "a b",
    "__proto__",
    "constructor()",
    "../x",
    "\u2028",
    "\u0000",
    "%2e%2e",
    "x".repeat(100_000),
    "",
    "A",
  ];
  const [expose] = release.exposes;
  test.each<[string, (text: string) => unknown]>([
    ["its name", (text) => ({ ...release, name: text })],
    ["its version", (text) => ({ ...release, version: text })],
    ["its contract", (text) => ({ ...release, contract: text })],
    ["its entry", (text) => ({ ...release, entry: text })],
    ["its server entry", (text) => ({ ...release, serverEntry: text })],
    ["an expose", (text) => ({ ...release, exposes: [{ ...expose, key: text }] })],
    ["a script of an expose", (text) => ({ ...release, exposes: [{ ...expose, js: [text] }] })],
    ["a style sheet of an expose", (text) => ({ ...release, exposes: [{ ...expose, css: [`browser/${text}"`] }] })],
    ["a query", (text) => ({ ...release, exposes: [{ ...expose, hydrateOnQuery: text }] })],
    ["a document", (text) => ({ ...release, exposes: [{ ...expose, data: [text] }] })],
    ["a third party", (text) => ({ ...release, exposes: [{ ...expose, vendors: [text] }] })],
    [
      "a third party of the head fragment",
      (text) => ({ ...release, head: { script: "browser/head.js", vendors: [text] } }),
    ],
    ["a file", (text) => ({ ...release, files: Object.fromEntries([[`browser/${text}"`, file]]) })],
    ["a hash", (text) => ({ ...release, files: { ...release.files, "browser/a.js": { integrity: text, size: 1 } } })],
    ["a field", (text) => ({ ...release, [text]: 1 })],
  ])("is refused: %s", (_what, write) => {
    for (const text of texts)
      expect(refuse(JSON.parse(JSON.stringify(write(text))) as unknown).code).toBe("RELEASE_INVALID");
  });

  test.each(["</script>", '"><b>', "a b", "x".repeat(100_000), "A/../b"])(
    "is refused: a library or a variant %#",
    (text) => {
      expect(refuse({ ...release, shared: { [text]: "^1.0.0" } }).code).toBe("RELEASE_INVALID");
      expect(refuse({ ...release, exposes: [{ ...expose, variants: [text] }] }).code).toBe("RELEASE_INVALID");
    },
  );

  test.each<[string, () => unknown]>([
    [
      "exposes",
      () => ({ ...release, exposes: Array.from({ length: 65 }, (_, index) => ({ ...expose, key: `a${index}` })) }),
    ],
    [
      "files",
      () => ({
        ...release,
        files: Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`browser/a${index}.js`, file])),
      }),
    ],
    [
      "scripts of an expose",
      () => ({ ...release, exposes: [{ ...expose, js: Array.from({ length: 65 }, () => "browser/a.js") }] }),
    ],
    [
      "libraries",
      () => ({ ...release, shared: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`a${index}`, "1"])) }),
    ],
    ["objects inside of one another", () => JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`)],
  ])("is refused for too many %s", (_what, write) => {
    expect(refuse(write()).code).toBe("RELEASE_INVALID");
  });
});
