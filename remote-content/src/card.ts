import type { Suit } from "@site/contracts/documents/suit";

/** The thirteen ranks, highest first. */
export const ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
export type Rank = (typeof ranks)[number];

export interface Card {
  rank: Rank;
  suit: Suit;
}

const suitLetters: Record<string, Suit | undefined> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/**
 * The cards of a hand as players write it: `As Kd 10h`.
 * @throws RangeError for a card that is not in the deck, or is in the hand twice.
 */
export function parseHand(hand: string): Card[] {
  const written = hand.split(" ");
  if (new Set(written).size !== written.length) throw new RangeError(`a card is twice in the hand ${hand}`);
  return written.map((text) => {
    const suit = suitLetters[text.slice(-1)];
    const rank = ranks.find((one) => one === text.slice(0, -1));
    if (!suit || !rank) throw new RangeError(`${text} is not a card`);
    return { rank, suit };
  });
}

/** True for hearts and diamonds. */
export function isRed(suit: Suit): boolean {
  return suit === "hearts" || suit === "diamonds";
}
