/** Outlines of the four suits in a box of 24 by 24. */
const outlines = {
  spade:
    "M12 1.5C9 6 3 9.4 3 14.2a4.4 4.4 0 0 0 7.8 2.8c-.2 2-.9 3.8-2.3 5.3h7c-1.4-1.5-2.1-3.3-2.3-5.3A4.4 4.4 0 0 0 21 14.2C21 9.4 15 6 12 1.5Z",
  heart: "M12 22C8 17.5 2.5 13.5 2.5 8A5 5 0 0 1 12 5.8 5 5 0 0 1 21.5 8c0 5.5-5.5 9.5-9.5 14Z",
  diamond: "M12 1.5 20 12l-8 10.5L4 12Z",
  club: "M12 2a4.6 4.6 0 0 0-3.9 7A4.6 4.6 0 1 0 10.8 16.8c-.2 2-.9 3.9-2.3 5.5h7c-1.4-1.6-2.1-3.5-2.3-5.5A4.6 4.6 0 1 0 15.9 9 4.6 4.6 0 0 0 12 2Z",
} as const;

export type SuitName = keyof typeof outlines;

/** A suit inside an SVG, in the current colour, with its corner at `x` and `y`. */
export function Suit({ name, x, y, size }: { name: SuitName; x: number; y: number; size: number }) {
  return <path d={outlines[name]} transform={`translate(${x} ${y}) scale(${size / 24})`} fill="currentColor" />;
}
