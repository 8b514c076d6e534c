import { expect, test } from "vitest";
import { pickSuit, suits } from "./suit.ts";

test("a slug always has the same suit, and all four suits occur", () => {
  expect(pickSuit("test-one")).toBe(pickSuit("test-one"));
  expect(new Set(["a", "b", "c", "d"].map(pickSuit))).toEqual(new Set(suits));
});

test.each([
  ["ace-marlowe", "clubs"],
  ["test-one", "spades"],
  ["ab", "hearts"],
] as const)("the portrait of %s keeps its suit: %s", (slug, suit) => {
  expect(pickSuit(slug)).toBe(suit);
});
