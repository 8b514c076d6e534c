import { expect, test } from "vitest";
import { toColumns } from "./columns.ts";

test("columns are aligned, but for the last one, and lines end without spaces", () => {
  expect(
    toColumns([
      ["a", "bb", "a long reason"],
      ["aaa", "b", ""],
    ]),
  ).toEqual(["a    bb  a long reason", "aaa  b"]);
  expect(toColumns([])).toEqual([]);
});

test("control characters of a terminal are not printed", () => {
  expect(toColumns([["by", "\u001B[2Jwhy\nnot"]])).toEqual(["by   [2Jwhy not"]);
});
