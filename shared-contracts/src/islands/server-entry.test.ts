import { describe, expect, test } from "vitest";
import { toIdentifierPrefix } from "./island.ts";
import { toServerEntry } from "./server-entry.ts";
import { listThrownAt } from "./thrown-at.ts";

const describeIslands = (): [] => [];
const render = (): never => {
  throw new Error("renders nothing");
};

test("a file that exports describe and render is a server entry", () => {
  const entry = { describe: describeIslands, render };
  expect(toServerEntry(entry, "entry.cjs")).toBe(entry);
});

test.each([
  [undefined],
  [null],
  ["entry"],
  [render],
  [{}],
  [{ describe: describeIslands }],
  [{ render }],
  [{ describe: describeIslands, render: "html" }],
  [{ describe: [], render }],
])("a file that exports %o is refused with its name", (exports) => {
  expect(() => toServerEntry(exports, "download/entry.cjs")).toThrow(
    "download/entry.cjs does not export describe and render",
  );
});

test.each([
  ["download/button.2", "download-button-2-"],
  ["support-chat/chat", "support-chat-chat-"],
  ["a/b//c..d", "a-b-c-d-"],
])("the ids of the slot %s begin with %s", (id, prefix) => {
  expect(toIdentifierPrefix(id)).toBe(prefix);
});

/** An error with this stack. */
function throwAt(stack: string | undefined): Error {
  return Object.assign(new Error("broken"), { stack });
}

describe("the places of a file in an error's stack", () => {
  test("are its lines and columns, innermost first, without those of other files", () => {
    const stack = "Error: broken\n at a (/r/entry.cjs:12:34)\n at b (/r/other.cjs:1:2)\n at /r/entry.cjs:5:6";
    expect(listThrownAt(throwAt(stack), "/r/entry.cjs")).toEqual([
      { line: 12, column: 34 },
      { line: 5, column: 6 },
    ]);
  });

  test.each([
    ["no error", "at /r/entry.cjs:1:2"],
    ["nothing", undefined],
    ["an error without a stack", throwAt(undefined)],
    ["an error of other files", throwAt("at /r/other.cjs:1:2")],
    ["a place without a column", throwAt("at /r/entry.cjs:12\n")],
    ["a place that is no number", throwAt("at /r/entry.cjs:x:1")],
    ["a place behind other text", throwAt("at /r/entry.cjs: 1:2")],
    ["numbers of ten digits", throwAt("at /r/entry.cjs:1234567890:1")],
  ])("are none for %s", (_what, error) => {
    expect(listThrownAt(error, "/r/entry.cjs")).toEqual([]);
  });

  test("are at most 20, of the first 20,000 characters: a remote writes what it wants there", () => {
    expect(listThrownAt(throwAt("/r/entry.cjs:1:2\n".repeat(21)), "/r/entry.cjs")).toHaveLength(20);
    expect(listThrownAt(throwAt(`${" ".repeat(20_000)}/r/entry.cjs:1:2`), "/r/entry.cjs")).toEqual([]);
  });
});
