import type { Suit } from "@site/contracts/documents/suit";
import styles from "./court-figure.module.css";
import { SuitShape } from "./deck-sheet.tsx";

/** The headgear of each figure. */
const headgear = {
  K: "M38 38l-4-17 9 6 7-11 7 11 9-6-4 17z",
  Q: "M39 38l-2-10 6 3 7-9 7 9 6-3-2 10zM50 21.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5z",
  J: "M36 38c0-9 6-13 14-13 6-7 13-8 17-5-1 6-2 12-4 18z",
} as const;

/** Hair beside the face. */
const hair = {
  K: "M36 38h28v10c2 3 2 6 1 8l-7-2V40H42v14l-7 2c-1-2-1-5 1-8z",
  Q: "M36 38h28c5 7 6 14 4 20l-10-4V40H42v14l-10 4c-2-6-1-13 4-20z",
  J: "M36 38h28v12l-5 3V40H41v13l-5-3z",
} as const;

const eyes = "M44 43h4v1.5h-4zM52 43h4v1.5h-4z";
const mouth = "M47 51.5h6v1.3h-6z";

/** Eyes and mouth; the king's mouth is the lower edge of a gap in his beard, whose path is drawn in the opposite direction. */
const features = {
  K: `${eyes}M41 46c2 2 5 2.5 9 2.5s7-.5 9-2.5v3c0 6-4 10-9 10s-9-4-9-10zM47 51v.5h6V51z`,
  Q: eyes + mouth,
  J: eyes + mouth,
} as const;

/** King, queen or jack, down to the middle of the card. */
export function CourtHalf({ rank, suit }: { rank: keyof typeof headgear; suit: Suit }) {
  return (
    <>
      <path d="M24 70v-7c2-6 8-8.5 16-9l10 8 10-8c8 .5 14 3 16 9v7z" />
      <path
        className={styles.gold}
        d="M40 54l10 8 10-8 5 1-11 15h-8L35 55zM28 70c0-5 .5-8 2-10l3-1c-1.5 3-1.5 6-1.5 11zM72 70c0-5-.5-8-2-10l-3-1c1.5 3 1.5 6 1.5 11z"
      />
      <path d={hair[rank]} />
      <path className={styles.face} d="M41 38h18v9c0 6-4 10-9 10s-9-4-9-10z" />
      <path d={features[rank]} />
      <path className={styles.gold} d={headgear[rank]} />
      <SuitShape suit={suit} x={26} y={17} size={10} />
    </>
  );
}

/** The line around both halves. */
export function CourtFrame() {
  return <rect className={styles.frame} x="24" y="14" width="52" height="112" rx="3" />;
}
