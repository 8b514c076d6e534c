import styles from "./playing-card.module.css";
import { Suit, type SuitName } from "./suit.tsx";

/** A card of 120 by 168, centred on the origin, inside an SVG. Without a face it lies face down. */
export function PlayingCard({ face }: { face?: { rank: string; suit: SuitName } }) {
  if (!face) {
    return (
      <g className={styles.back}>
        <rect className={styles.sheet} x="-60" y="-84" width="120" height="168" rx="12" />
        <rect className={styles.frame} x="-50" y="-74" width="100" height="148" rx="7" />
        <Suit name="diamond" x={-22} y={-22} size={44} />
      </g>
    );
  }
  const red = face.suit === "heart" || face.suit === "diamond";
  return (
    <g className={red ? styles.red : styles.black}>
      <rect className={styles.paper} x="-60" y="-84" width="120" height="168" rx="12" />
      <text className={styles.rank} x="-47" y="-49">
        {face.rank}
      </text>
      <Suit name={face.suit} x={-48} y={-42} size={20} />
      <Suit name={face.suit} x={-26} y={-22} size={64} />
    </g>
  );
}
