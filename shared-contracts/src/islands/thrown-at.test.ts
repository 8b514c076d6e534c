import { expect, test } from "vitest";
import { listThrownAt } from "./thrown-at.ts";

const file = "/_release/content/1.0.0-0123456789ab/entry.js";

function throwAt(stack: unknown): Error {
  return Object.defineProperty(new Error("boom"), "stack", { value: stack });
}

test("the places of a file are those of its lines in the stack, innermost first, and of no other file", () => {
  const stack = [
    "Error: boom",
    `    at render (https://www.ggp.example${file}:12:34)`,
    "    at run (https://www.ggp.example/_release/shell/1/core.js:5:6)",
    `    at https://www.ggp.example${file}:7:890`,
  ].join("\n");
  expect(listThrownAt(throwAt(stack), file)).toEqual([
    { line: 12, column: 34 },
    { line: 7, column: 890 },
  ]);
});

test.each([
  ["names the file without a place", `at ${file}:`],
  ["names a line without a column", `at ${file}:12`],
  ["names the place in words", `at ${file}:first:second`],
  ["has a line no file has", `at ${file}:${"9".repeat(10)}:1`],
  ["does not name the file", "at render (other.js:1:2)"],
  ["is empty", ""],
  ["is no text", 7],
  ["is missing", undefined],
])("no place is read of a stack that %s", (_what, stack) => {
  expect(listThrownAt(throwAt(stack), file)).toEqual([]);
});

test.each([["boom"], [undefined], [null], [{ stack: `at ${file}:1:2` }]])(
  "%j, which is no error, has no place",
  (thrown) => {
    expect(listThrownAt(thrown, file)).toEqual([]);
  },
);

test("a stack that a remote made long is read in part", () => {
  const many = Array.from({ length: 30 }, (_, index) => `at ${file}:${index + 1}:1`);
  expect(listThrownAt(throwAt(many.join("\n")), file)).toHaveLength(20);
  expect(listThrownAt(throwAt(`${"x".repeat(20_000)}at ${file}:1:2`), file)).toEqual([]);
});
