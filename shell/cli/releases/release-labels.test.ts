import { expect, test } from "vitest";
import { findVersions, parseReleaseLabels } from "./release-labels.ts";

test("a label is a package's name, with or without how a version begins", () => {
  expect([...parseReleaseLabels(["download", "content@1.0.0-ab", "acme/quiz@1"])]).toEqual([
    ["download", undefined],
    ["content", "1.0.0-ab"],
    ["acme/quiz", "1"],
  ]);
});

test.each([
  ["@", `"@" names no package`],
  ["@1.0.0", `"@1.0.0" names no package`],
  ["", `"" names no package`],
  ["download@", "download@ names no version: write download alone"],
])("the label %j is refused with what to write instead", (label, problem) => {
  expect(() => parseReleaseLabels([label])).toThrow(problem);
});

test("a package that is named twice is refused", () => {
  expect(() => parseReleaseLabels(["download", "download@1"])).toThrow("download is named twice.");
});

test("the name alone of a package that is built elsewhere is refused with the newest version that could be meant", async () => {
  const store = {
    current: async () => undefined,
    versions: async (name: string) => (name === "lobby" ? ["1.0.0-aaaaaaaaaaaa", "1.1.0-bbbbbbbbbbbb"] : []),
  };
  await expect(findVersions(store, new Map([["lobby", undefined]]))).rejects.toThrow(
    /^lobby is built elsewhere.*Write lobby@1\.1\.0-bbbbbbbbbbbb/,
  );
  await expect(findVersions(store, new Map([["loby", undefined]]))).rejects.toThrow("There is no package loby");
});
