import { expect, test } from "vitest";
import type { Release } from "../src/releases/release.ts";
import { listThrownAt } from "../src/islands/thrown-at.ts";
import { toSourcePlace } from "./to-source-place.ts";

const release: Release = {
  _type: "release",
  schemaVersion: 1,
  name: "content",
  version: "1.0.0-000000000000",
  contract: "1.0.0",
  serverEntry: "server/entry.cjs",
  exposes: [],
  shared: {},
  files: {},
};
// Line 1 is line 3 of a library, line 2 is line 5 of the package's own component.
const map = JSON.stringify({
  version: 3,
  file: "entry.cjs",
  sources: ["../shared-contracts/react/slot.tsx", "src/ui/deck.tsx"],
  names: [],
  mappings: "AAEA;ACEA",
});

test("the places of a file are read from a stack trace, and from no other file", () => {
  const error = new Error("x");
  error.stack =
    "Error: x\n    at a (release:content@1:12:34)\n    at b (release:shell@1/shared:5:6)\n    at release:content@1:7:8";
  expect(listThrownAt(error, "release:content@1")).toEqual([
    { line: 12, column: 34 },
    { line: 7, column: 8 },
  ]);
  expect(listThrownAt("no error", "release:content@1")).toEqual([]);
});

test("an error is placed in the innermost of the package's own sources, else in what the file is made of, else in the file", () => {
  const files = new Map([["server/entry.cjs.map", Buffer.from(map)]]);
  expect(
    toSourcePlace({ release, files }, [
      { line: 1, column: 1 },
      { line: 2, column: 1 },
    ]),
  ).toEqual({ file: "src/ui/deck.tsx", line: 5, column: 1 });
  expect(toSourcePlace({ release, files }, [{ line: 1, column: 1 }])).toEqual({
    file: "../shared-contracts/react/slot.tsx",
    line: 3,
    column: 1,
  });
  expect(toSourcePlace({ release, files: new Map() }, [{ line: 2, column: 1 }])).toEqual({
    file: "server/entry.cjs",
    line: 2,
    column: 1,
  });
  expect(
    toSourcePlace({ release, files: new Map([["server/entry.cjs.map", Buffer.from("{}")]]) }, [{ line: 2, column: 1 }]),
  ).toEqual({ file: "server/entry.cjs", line: 2, column: 1 });
  expect(toSourcePlace({ release, files }, [])).toEqual({});
});
