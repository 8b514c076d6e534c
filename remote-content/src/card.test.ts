import { describe, expect, test } from "vitest";
import { parseHand } from "./card.ts";
import { schoolCopy } from "./content/poker-school.ts";

describe("a written hand", () => {
  test("becomes its cards, in order", () => {
    expect(parseHand("As 10d 2c")).toEqual([
      { rank: "A", suit: "spades" },
      { rank: "10", suit: "diamonds" },
      { rank: "2", suit: "clubs" },
    ]);
  });

  test("may not hold what is not in the deck", () => {
    expect(() => parseHand("1s")).toThrow("1s is not a card");
    expect(() => parseHand("Ax")).toThrow("Ax is not a card");
  });

  test("may not hold a card twice", () => {
    expect(() => parseHand("As As")).toThrow("twice");
  });
});

describe("the hand rankings of the poker school", () => {
  test.each(Object.entries(schoolCopy))(
    "are the ten of poker, each shown with five cards of one deck (%s)",
    (_language, copy) => {
      const hands = copy?.school.rankings.hands ?? [];
      expect(hands).toHaveLength(10);
      for (const { cards } of hands) expect(parseHand(cards)).toHaveLength(5);
    },
  );
});
