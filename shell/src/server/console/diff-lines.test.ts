import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiffLine, diffLines, splitChange, toRows } from "./diff-lines.ts";

const write = (lines: readonly DiffLine[]): string =>
  lines.map(({ kind, text }) => `${{ same: " ", old: "-", new: "+" }[kind]}${text}`).join("");
const diff = (before: string, after: string): string => write(diffLines([...before], [...after]));

describe("the difference of two texts", () => {
  test("has the fewest removed and added lines", () => {
    expect(diff("abcabba", "cbabac").replaceAll(" ", "").match(/[-+]/g)).toHaveLength(5);
    expect(diff("abc", "abc")).toBe(" a b c");
    expect(diff("abc", "axc")).toBe(" a-b+x c");
    expect(diff("", "ab")).toBe("+a+b");
    expect(diff("ab", "")).toBe("-a-b");
  });

  const line = fc.constantFrom("a", "b", "c", "d");
  test("contains both texts whole: one without the added lines, the other without the removed ones", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.array(line, { maxLength: 30 }), (before, after) => {
        const lines = diffLines(before, after);
        const without = (kind: DiffLine["kind"]): string[] =>
          lines.filter((one) => one.kind !== kind).map(({ text }) => text);
        expect([without("new"), without("old")]).toEqual([before, after]);
      }),
    );
  });

  test("is one replacement of all lines, found quickly, when too much differs", () => {
    const before = Array.from({ length: 4000 }, (_, index) => `before ${index}`);
    const after = Array.from({ length: 4000 }, (_, index) => `after ${index}`);
    expect(diffLines(before, after).filter(({ kind }) => kind === "same")).toEqual([]);
  });
});

test("lines that take each other's place stand side by side, with their numbers", () => {
  const rows = toRows(diffLines(["a", "b", "c", "d"], ["a", "x", "d", "e"]));
  expect(rows.map((row) => [row.old?.number, row.old?.text, row.new?.text, row.new?.number, row.isSame])).toEqual([
    [1, "a", "a", 1, true],
    [2, "b", "x", 2, false],
    [3, "c", undefined, undefined, false],
    [4, "d", "d", 3, true],
    [undefined, undefined, "e", 4, false],
  ]);
});

test("of two lines the middle differs", () => {
  expect(splitChange("<p>Win 10 chips", "<p>Win 20 chips")).toEqual({
    start: "<p>Win ",
    old: "1",
    new: "2",
    end: "0 chips",
  });
  expect(splitChange("aa", "aaa")).toEqual({ start: "aa", old: "", new: "a", end: "" });
  expect(splitChange("same", "same")).toEqual({ start: "same", old: "", new: "", end: "" });
});
