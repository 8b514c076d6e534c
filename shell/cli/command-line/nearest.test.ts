import { expect, test } from "vitest";
import { findNearest } from "./nearest.ts";

test("the names nearest to a mistyped one come first, and three at most", () => {
  expect(findNearest("contant", ["shell", "content", "compliance", "download"])[0]).toBe("content");
  expect(findNearest("x", ["a", "b", "c", "d"])).toEqual(["a", "b", "c"]);
  expect(findNearest("x", [])).toEqual([]);
});
