import { expect, test } from "vitest";
import { pickSuit, suits } from "./suit.ts";

test("a slug always has the same suit, and all four suits occur", () => {
  expect(pickSuit("test-one")).toBe(pickSuit("test-one"));
  expect(new Set(["a", "b", "c", "d"].map(pickSuit))).toEqual(new Set(suits));
});
