import { describe, expect, test } from "vitest";
import type { IslandDescriptor } from "../src/islands/island.ts";
import type { Release, ReleaseExpose } from "../src/releases/release.ts";
import { findBudgetProblems } from "./find-budget-problems.ts";
import type { CheckedRelease } from "./release-check.ts";
import { findDescriptionDifferences } from "./find-description-differences.ts";
import { listMissingMessages } from "./find-message-differences.ts";

const expose: ReleaseExpose = {
  key: "button",
  hydrate: "interaction",
  data: ["navigations"],
  js: ["browser/a.js", "browser/b.js"],
  css: [],
};
const release: Release = {
  _type: "release",
  schemaVersion: 1,
  name: "download",
  version: "1.0.0-000000000000",
  contract: "1.0.0",
  entry: "browser/remoteEntry.js",
  serverEntry: "server/entry.cjs",
  exposes: [],
  shared: {},
  files: {},
};
const descriptor: IslandDescriptor = { key: "button", hydrate: "interaction", data: ["navigations"], router: false };

/** Files of these many bytes; the manifest claims that each has one. */
function withSizes(
  sizes: Record<string, number>,
  changes: Partial<Release> = {},
): Pick<CheckedRelease, "release" | "files"> {
  const files = Object.fromEntries(Object.keys(sizes).map((file) => [file, { integrity: "", size: 1 }]));
  return {
    release: { ...release, exposes: [expose], files, ...changes },
    files: new Map(Object.entries(sizes).map(([file, size]) => [file, Buffer.alloc(size)])),
  };
}

const find = (...given: Parameters<typeof withSizes>): string[] =>
  findBudgetProblems(withSizes(...given)).map(({ problem }) => problem);

describe("A release is over its budget", () => {
  test("not when what travels, the compressed copies, is small enough.", () => {
    expect(
      find({
        "browser/remoteEntry.js": 90_000,
        "browser/remoteEntry.js.br": 20_480,
        "browser/a.js": 10_240,
        "browser/b.js": 10_240,
      }),
    ).toEqual([]);
  });

  test("when the entry is one byte too large, although its manifest claims one byte.", () => {
    expect(find({ "browser/remoteEntry.js.br": 20_481 })).toEqual(["the entry is 20481 bytes, the budget is 20480."]);
  });

  test("when the plain script of its head fragment is.", () => {
    expect(find({ "browser/head.js.br": 3073 }, { head: { script: "browser/head.js", vendors: [] } })).toEqual([
      "the head script is 3073 bytes, the budget is 3072.",
    ]);
  });

  test("when an island's scripts are too large together.", () => {
    expect(find({ "browser/a.js.br": 15_000, "browser/b.js.br": 15_000 })).toEqual([
      "the island button is 30000 bytes, the budget is 20480.",
    ]);
  });
});

describe("A release document and its server file", () => {
  test("agree.", () => {
    expect(findDescriptionDifferences({ exposes: [expose] }, [descriptor])).toEqual([]);
  });

  test.each<[string, ReleaseExpose[], IslandDescriptor[], RegExp]>([
    ["an island the server lacks", [expose], [], /server file does not know button/],
    ["an island the document lacks", [], [descriptor], /document does not list button/],
    [
      "when it is hydrated",
      [expose],
      [{ ...descriptor, hydrate: "visible" }],
      /interaction in the document and visible/,
    ],
    [
      "the query that hydrates it",
      [expose],
      [{ ...descriptor, hydrateOnQuery: "auto=1" }],
      /no query in the document and on auto=1/,
    ],
    ["the data it asks for", [expose], [{ ...descriptor, data: [] }], /navigations in the document and for nothing/],
    [
      "whose code it loads",
      [expose],
      [{ ...descriptor, vendors: ["chat"] }],
      /loads code of no third party in the document and of chat/,
    ],
    ["a living island without a script", [{ ...expose, js: [] }], [descriptor], /has 0 scripts/],
    [
      "a script that is never run",
      [{ ...expose, hydrate: "never" }],
      [{ ...descriptor, hydrate: "never" }],
      /never and has 2 scripts/,
    ],
  ])("disagree about %s.", (_what, exposes, described, problem) => {
    expect(findDescriptionDifferences({ exposes }, described).join("\n")).toMatch(problem);
  });
});

test("A message that one language lacks is found, in either direction.", () => {
  expect(listMissingMessages({ en: { a: "A", b: "B" }, fi: { a: "A", c: "C" } })).toEqual([
    { locale: "en", id: "c" },
    { locale: "fi", id: "b" },
  ]);
  expect(listMissingMessages({ en: { a: "A" } })).toEqual([]);
  expect(listMissingMessages({})).toEqual([]);
});
