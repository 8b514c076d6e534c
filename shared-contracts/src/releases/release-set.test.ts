import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { releaseSetSchema, toReleaseUrl } from "./release-set.ts";

const version = "1.0.0-0123456789ab";
const set = {
  id: "0123456789abcdef",
  revision: 1,
  versions: { shell: version, "support-chat": "12.10.11-abcdef012345" },
  digests: { shell: "0f".repeat(48), "support-chat": "a1".repeat(48) },
};

describe("a release set", () => {
  test("is read as it was written", () => {
    expect(findProblem(releaseSetSchema, set)).toBeUndefined();
  });

  test.each([
    ["id", { ...set, id: undefined }],
    ["id", { ...set, id: "0123456789abcde" }],
    ["id", { ...set, id: "0123456789abcdef0" }],
    ["id", { ...set, id: "x0123456789abcdef" }],
    ["id", { ...set, id: "0123456789abcdef\n" }],
    ["id", { ...set, id: "0123456789ABCDEF" }],
    ["id", { ...set, id: "../..//etc/passwd" }],
    ["revision", { ...set, revision: 0 }],
    ["revision", { ...set, revision: 1.5 }],
    ["revision", { ...set, revision: "1" }],
    ["versions.shell", { ...set, versions: { shell: "1.0.0" } }],
    ["digests", { ...set, digests: undefined }],
    ["digests.shell", { ...set, digests: { shell: "0f" } }],
    ["signed", { ...set, signed: true }],
  ])("is refused with the field %s: %j", (field, input) => {
    expect(findProblem(releaseSetSchema, input)).toMatch(new RegExp(`^${field}: `));
  });

  test.each<[string, unknown]>([
    ["no object", "shell"],
    ["a list", []],
    ["nothing", null],
    ["a package with capital letters", { Shell: version }],
    ["one package among several that has a wrong name", { shell: version, "../content": version }],
    ["a package named as the prototype", JSON.parse(`{"__proto__": "${version}"}`)],
    ["a package named as a property of every object", { constructor: version }],
  ])("is refused when its versions are %s", (_what, versions) => {
    expect(findProblem(releaseSetSchema, { ...set, versions })).toBe("versions: expected versions by package name");
  });
});

test.each([
  ["browser/entry.js", `/_release/download/${version}/entry.js`],
  ["browser/chunks/browser/a.js", `/_release/download/${version}/chunks/browser/a.js`],
  ["server/browser/a.js", `/_release/download/${version}/server/browser/a.js`],
])("the file %s of a release is served at %s", (file, url) => {
  expect(toReleaseUrl("download", version, file)).toBe(url);
});
