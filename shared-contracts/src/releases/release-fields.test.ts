import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { isSiteError } from "../errors/errors.ts";
import { integritySchema, parseRelease, releaseSchema, versionSchema } from "./release.ts";

const file = { integrity: `sha384-${"Az09+/".repeat(10)}AAAA`, size: 10 };
const expose = {
  key: "button",
  hydrate: "interaction",
  hydrateOnQuery: "auto=1",
  data: [],
  vendors: ["chat"],
  variants: ["", "hero", "card-2"],
  slots: ["content/badge#hero"],
  js: ["browser/expose-button.js"],
  css: ["browser/styles/button.css"],
};
const release = {
  _type: "release",
  schemaVersion: 1,
  name: "download",
  version: "1.0.0-0123456789ab",
  contract: "1.0.0",
  entry: "browser/remoteEntry.js",
  serverEntry: "server/entry.cjs",
  exposes: [expose],
  head: { script: "browser/head.js", vendors: ["analytics"] },
  shared: { react: "^19.3.1", "@scope/lib.js": "*", "react-dom/client": "^19.3.1" },
  files: { "browser/remoteEntry.js": file },
  surface: { sends: {}, hears: {}, messages: { en: 1 } },
};

/** What `parseRelease` says of a refused document. */
function refuse(input: unknown): Readonly<Record<string, unknown>> {
  try {
    parseRelease(input, "download@candidate");
  } catch (error) {
    if (isSiteError(error, "RELEASE_INVALID")) return error.details;
    throw error;
  }
  throw new Error("the document was accepted");
}

const withExpose = (change: object): unknown => ({ ...release, exposes: [{ ...expose, ...change }] });

test("a release document with every optional field is read as it was written", () => {
  expect(parseRelease(release, "x")).toEqual(release);
});

describe("a refusal names the field and says what is expected", () => {
  test.each<[string, string, unknown]>([
    ["serverEntry", "expected browser/… or server/…", { ...release, serverEntry: "entry.cjs" }],
    ["version", "expected a version such as 1.0.0-0123456789ab", { ...release, version: "1.0.0" }],
    [
      "files.browser/a.js.integrity",
      "expected a sha384 hash",
      { ...release, files: { "browser/a.js": { integrity: "", size: 1 } } },
    ],
    ["shared.React", "expected the name of a library", { ...release, shared: { React: "*" } }],
    ["exposes.0.variants.1", "a variant is kebab-case", withExpose({ variants: ["", "Hero"] })],
  ])("%s: %s", (path, problem, input) => {
    expect(refuse(input)).toEqual({ release: "download@candidate", path, problem });
  });

  test("a document that an island must not have is named, with those it may have and what to do", () => {
    const { path, problem } = refuse(withExpose({ data: ["geo-rules"] }));
    expect(path).toBe("exposes.0.data.0");
    expect(problem).toMatch(
      /^the island shows the document "geo-rules"; this server's contract has navigations, util-navigations, /,
    );
    expect(problem).toMatch(/deploy servers of a newer contract first$/);
  });

  test.each([null, "release", 7])("the document itself is named (root) when it is %j", (input) => {
    expect(refuse(input)).toMatchObject({ release: "download@candidate", path: "(root)" });
  });
});

describe("objects that stand in each other", () => {
  const nest = (depth: number): unknown => (depth === 0 ? 1 : { a: nest(depth - 1) });

  test("are refused for their depth from the eighteenth on", () => {
    expect(refuse(nest(18))).toEqual({
      release: "download@candidate",
      path: "(root)",
      problem: "more than 16 objects stand in each other",
    });
  });

  test("are refused for their fields when they are less deep", () => {
    expect(refuse(nest(17))["problem"]).not.toMatch("stand in each other");
  });
});

describe("a version", () => {
  test.each(["1.0.0-0123456789ab", "12.10.11-ffffffffffff"])("is %j", (version) => {
    expect(findProblem(versionSchema, version)).toBeUndefined();
  });

  test.each([
    "v1.0.0-0123456789ab",
    "1.0-0123456789ab",
    "1.0.0-0123456789abc",
    "1.0.0-0123456789ab\n",
    "1..0-0123456789ab",
  ])("is never %j", (version) => {
    expect(findProblem(versionSchema, version)).toBe("(root): expected a version such as 1.0.0-0123456789ab");
  });
});

test.each([`x${file.integrity}`, `${file.integrity}A`, `${file.integrity} `, file.integrity.replace("+", "-")])(
  "%j is no hash of a file",
  (integrity) => {
    expect(findProblem(integritySchema, integrity)).toBe("(root): expected a sha384 hash");
  },
);

describe("a release document", () => {
  test.each<[string, unknown]>([
    ["contract 12.10.11", { ...release, contract: "12.10.11" }],
    ["file in folders", { ...release, serverEntry: "server/a/b2/_entry-1.min.cjs" }],
    ["file with a short name", { ...release, serverEntry: "server/a" }],
    ["query of several letters and digits", withExpose({ hydrateOnQuery: "open=chat2" })],
    ["scoped library", { ...release, shared: { "@a1/b": "*" } }],
    ["library with a path", { ...release, shared: { "a.b_c-d/e": "*" } }],
  ])("may have a %s", (_what, input) => {
    expect(findProblem(releaseSchema, input)).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ["contract", { ...release, contract: "v1.0.0" }],
    ["contract", { ...release, contract: "1.0.0-beta" }],
    ["contract", { ...release, contract: "1.0" }],
    ["head.script", { ...release, head: { vendors: [] } }],
    ["head.vendors", { ...release, head: { script: "browser/head.js" } }],
    ["head.async", { ...release, head: { script: "browser/head.js", vendors: [], async: true } }],
    ["head.vendors.0", { ...release, head: { script: "browser/head.js", vendors: ["ads"] } }],
    ["exposes.0.hydrateOnQuery", withExpose({ hydrateOnQuery: "auto" })],
    ["exposes.0.hydrateOnQuery", withExpose({ hydrateOnQuery: "?auto=1" })],
    ["exposes.0.hydrateOnQuery", withExpose({ hydrateOnQuery: "auto=1&x=2" })],
    ["exposes.0.hydrateOnQuery", withExpose({ hydrateOnQuery: "auto=" })],
    ["exposes.0.variants", withExpose({ variants: [] })],
    ["exposes.0.variants.0", withExpose({ variants: ["a b"] })],
    ["exposes.0.slots.0", withExpose({ slots: ["badge"] })],
    ["exposes.0.css.0", withExpose({ css: ["https://evil.example/a.css"] })],
    // What is checked as a style sheet is what ends so, and what is written into pages is what stands here.
    ["exposes.0.css.0", withExpose({ css: ["server/a.txt"] })],
    ["exposes.0.css.0", withExpose({ css: ["browser/a.css.br"] })],
    ["exposes.0.css.0", withExpose({ css: ["server/a.css"] })],
    ["shared.@/a", { ...release, shared: { "@/a": "*" } }],
    ["shared.@a", { ...release, shared: { "@a": "*" } }],
    ["shared.@-a/b", { ...release, shared: { "@-a/b": "*" } }],
    ["shared.-a", { ...release, shared: { "-a": "*" } }],
    ["shared.a b", { ...release, shared: { "a b": "*" } }],
    ["surface.sends", { ...release, surface: {} }],
    ["provenance.predicateType", { ...release, provenance: {} }],
  ])("is refused with the field %s (case %#)", (field, input) => {
    expect(refuse(input)["path"]).toBe(field);
  });
});
