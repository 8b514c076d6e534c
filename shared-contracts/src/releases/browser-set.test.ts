import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BrowserSet,
  browserSetSchema,
  findIntegrity,
  namedReleaseSchema,
  releaseBasePath,
  toDescriptionFile,
  toDescriptionUrl,
  toReleasePath,
} from "./browser-set.ts";

const version = "1.0.0-0123456789ab";
const hash = `sha384-${"A".repeat(64)}`;
const entryHash = `sha384-${"B".repeat(64)}`;
const set: BrowserSet = {
  format: 1,
  packages: {
    download: {
      version,
      entry: "remoteEntry.js",
      messages: "messages-en.js",
      exposes: { button: ["expose-button.js"] },
      scripts: { "remoteEntry.js": entryHash, "expose-button.js": hash, "chunks/late.js": hash, "inner.js": "" },
    },
  },
};
const [download] = Object.values(set.packages);

describe("the addresses of a release", () => {
  test("stand below /_release/, by name and version", () => {
    expect(releaseBasePath).toBe("/_release/");
    expect(toReleasePath("support-chat", version)).toBe(`/_release/support-chat/${version}/`);
  });

  test("a description is named by its hash, in characters that stay inside of one path segment", () => {
    const integrity = "sha384-a/b/c+d";
    expect(toDescriptionFile(integrity)).toBe("sha384-a_b_c+d.json");
    expect(toDescriptionUrl("download", { version, integrity })).toBe(
      `/_release/download/${version}/sha384-a_b_c+d.json`,
    );
  });

  test("two hashes never name one description", () => {
    const digits = fc.array(fc.constantFrom(..."AZaz09+/"), { maxLength: 64 }).map((all) => `sha384-${all.join("")}`);
    fc.assert(
      fc.property(digits, digits, (one, other) => {
        expect(toDescriptionFile(one) === toDescriptionFile(other)).toBe(one === other);
      }),
    );
  });
});

describe("G1 the hash of a script", () => {
  test.each([
    ["an entry", "remoteEntry.js", entryHash],
    ["a file of an island", "expose-button.js", hash],
    ["a file in a folder", "chunks/late.js", hash],
    ["a script whose loader has the hash", "inner.js", ""],
  ])("is found by the path of %s", (_what, file, expected) => {
    expect(findIntegrity(set, `/_release/download/${version}/${file}`)).toBe(expected);
  });

  test.each([
    ["of another version", "/_release/download/1.0.0-ffffffffffff/remoteEntry.js"],
    ["of a package that the page does not have", `/_release/content/${version}/remoteEntry.js`],
    ["that the release does not have", `/_release/download/${version}/other.js`],
    ["with the folder left out", `/_release/download/${version}/late.js`],
    ["with slashes left out", `/_release/download/${version}/chunkslate.js`],
    ["of no release", "/remoteEntry.js"],
    ["of a package without a version", "/_release/download"],
    ["of nothing", ""],
    ["named as a property that every object has", `/_release/download/${version}/constructor`],
    ["of a package named as a property that every object has", "/_release/constructor"],
    ["of a package named as the prototype of every object", "/_release/__proto__"],
  ])("is unknown for a path %s", (_what, path) => {
    expect(findIntegrity(set, path)).toBeUndefined();
  });

  test("is one of the release's hashes or unknown, for every path", () => {
    const segment = fc.constantFrom(
      "_release",
      "download",
      version,
      "remoteEntry.js",
      "toString",
      "__proto__",
      "valueOf",
      "",
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        expect([undefined, entryHash, hash, ""]).toContain(findIntegrity(set, `/${segments.join("/")}`));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("what a document tells its browser code of its releases", () => {
  test("is accepted when it is complete", () => {
    expect(browserSetSchema.findWrong(set)).toBeUndefined();
    expect(namedReleaseSchema.findWrong({ version, integrity: hash })).toBeUndefined();
  });

  test.each<[string, unknown]>([
    [".format", { ...set, format: "1" }],
    [".packages", { format: 1 }],
    [".packages", { ...set, packages: [] }],
    [".packages.download", { ...set, packages: { download: null } }],
    [".packages.download.version", { ...set, packages: { download: { ...download, version: 1 } } }],
    [".packages.download.entry", { ...set, packages: { download: { ...download, entry: undefined } } }],
    [".packages.download.messages", { ...set, packages: { download: { ...download, messages: null } } }],
    [
      ".packages.download.exposes.button",
      { ...set, packages: { download: { ...download, exposes: { button: "a.js" } } } },
    ],
    [
      ".packages.download.exposes.button.0",
      { ...set, packages: { download: { ...download, exposes: { button: [1] } } } },
    ],
    [".packages.download.scripts.a.js", { ...set, packages: { download: { ...download, scripts: { "a.js": true } } } }],
  ])("is refused with the field %s", (field, input) => {
    expect(browserSetSchema.findWrong(input)).toBe(field);
  });

  test.each([
    [".version", { integrity: hash }],
    [".integrity", { version }],
    [".integrity", { version, integrity: 384 }],
  ])("of one release is refused with the field %s", (field, input) => {
    expect(namedReleaseSchema.findWrong(input)).toBe(field);
  });
});
