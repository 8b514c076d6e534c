import { FormattedMessage, useIntl } from "react-intl";
import styles from "./misdealt-hand.module.css";
import { PlayingCard } from "./playing-card.tsx";
import type { SuitName } from "./suit.tsx";

/** Two cards face down, and 4, 0, 4. No deck has a zero. */
const cards: readonly { place: string | undefined; face?: { rank: string; suit: SuitName } }[] = [
  { place: styles.first },
  { place: styles.second, face: { rank: "4", suit: "spade" } },
  { place: styles.fourth, face: { rank: "4", suit: "club" } },
  { place: styles.fifth },
  { place: styles.third, face: { rank: "0", suit: "heart" } },
];

/** A dealt hand that shows 404 (B197). The checkbox straightens it without a script. */
export function MisdealtHand() {
  const intl = useIntl();
  return (
    <div className={styles.hand}>
      <svg
        className={styles.table}
        viewBox="0 0 640 300"
        role="img"
        aria-label={intl.formatMessage({ id: "compliance.ERROR_404_ALT" })}
      >
        {cards.map(({ place, face }, index) => (
          <g key={index} className={`${styles.card} ${place}`}>
            {face ? <PlayingCard face={face} /> : <PlayingCard />}
          </g>
        ))}
      </svg>
      <label className={styles.reshuffle}>
        <FormattedMessage id="compliance.ERROR_404_RESHUFFLE" />
        <input className="visually-hidden" type="checkbox" />
      </label>
    </div>
  );
}
