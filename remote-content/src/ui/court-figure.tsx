import type { Suit } from "../card.ts";
import styles from "./court-figure.module.css";
import { SuitShape } from "./deck-sheet.tsx";

/** What each wears on the head. */
const headgear = {
  K: "M35 40l-3-17 10 7 8-11 8 11 10-7-3 17z",
  Q: "M36 40l-1-12 7 5 8-10 8 10 7-5-1 12zM50 20a2.5 2.5 0 1 0 0-.1z",
  J: "M34 40c1-10 10-14 20-13 8-6 14-6 16-4-2 8-4 13-6 17z",
} as const;

/** King, queen or jack: one half drawn, the other turned below it. */
export function CourtFigure({ rank, suit }: { rank: keyof typeof headgear; suit: Suit }) {
  const half = (
    <>
      <path className={styles.cloak} d="M25 70V63c2-7 9-9 16-10l9 9 9-9c7 1 14 3 16 10v7z" />
      <path className={styles.gold} d="M41 53l9 17 9-17 4 1-8 16H45l-8-16zM29 70l3-12 3-1-2 13zM71 70l-3-12-3-1 2 13z" />
      <path className={styles.face} d="M40 39h20v9a10 10 0 0 1-20 0z" />
      <path d={rank === "K" ? "M40 45h20v5a10 10 0 0 1-20 0zm5 0v1h10v-1z" : "M36 39h4v17l-5-3zM64 39h-4v17l5-3z"} />
      <path className={styles.gold} d={headgear[rank]} />
      <SuitShape suit={suit} x={26} y={17} size={11} />
    </>
  );
  return (
    <>
      <rect className={styles.frame} x="22" y="14" width="56" height="112" rx="3" />
      {half}
      <g transform="rotate(180 50 70)">{half}</g>
    </>
  );
}
