import { expect, test } from "vitest";
import { pickSuit, suits } from "./suit.ts";

test("a slug has one suit of the four, and slugs share them out", () => {
  expect(pickSuit("test-one")).toBe(pickSuit("test-one"));
  expect(new Set(["a", "b", "c", "d"].map(pickSuit))).toEqual(new Set(suits));
});
