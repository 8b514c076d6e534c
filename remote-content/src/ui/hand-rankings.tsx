import { parseHand } from "../card.ts";
import type { HandRanking } from "../copy/poker-school-copy.ts";
import styles from "./hand-rankings.module.css";
import { PlayingCard } from "./playing-card.tsx";

/** The ten hands, best first, each with its five cards. */
export function HandRankings({ hands }: { hands: readonly HandRanking[] }) {
  return (
    <ol role="list" className={styles.list}>
      {hands.map(({ name, cards, text }) => (
        <li key={name} className={`card ${styles.hand}`}>
          <div className={styles.cards}>
            {parseHand(cards).map((card) => (
              <PlayingCard key={`${card.rank}${card.suit}`} card={card} plain labelled />
            ))}
          </div>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
