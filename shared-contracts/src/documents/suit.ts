/** The four suits in the order of the deck. */
export const suits = ["spades", "hearts", "diamonds", "clubs"] as const;
export type Suit = (typeof suits)[number];

/** The suit of an ambassador's portrait: the same for the same slug on every page. */
export function pickSuit(slug: string): Suit {
  const sum = [...slug].reduce((total, letter, place) => total + letter.charCodeAt(0) * (place + 1), 0);
  return suits[sum % suits.length] ?? "spades";
}
