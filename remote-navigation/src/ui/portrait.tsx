import { pickSuit, type Suit } from "@site/contracts/documents/suit";
import { toInitials } from "../initials.ts";
import styles from "./portrait.module.css";

/** The four suits in a square of 24. */
const suits: Record<Suit, string> = {
  spades: "M12 2C9 7 3 10 3 14.5a4.5 4.5 0 0 0 7.8 3L9.5 22h5l-1.3-4.5A4.5 4.5 0 0 0 21 14.5C21 10 15 7 12 2Z",
  hearts: "M12 21C7 16 2 12.5 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 4.5-5 8-10 13Z",
  diamonds: "m12 1 8 11-8 11-8-11Z",
  clubs: "M12 2a4.5 4.5 0 0 0-3.7 7A4.5 4.5 0 1 0 10.7 17L9.5 22h5l-1.2-5a4.5 4.5 0 1 0 2.4-8A4.5 4.5 0 0 0 12 2Z",
};

/** A monogram over a suit, in place of a photograph. Hidden from screen readers: the name stands beside it. */
export function Portrait({ name, slug }: { name: string; slug: string }) {
  return (
    <svg className={styles.portrait} viewBox="0 0 72 72" width="72" height="72" aria-hidden="true">
      <path className={styles.suit} transform="translate(9 9) scale(2.25)" d={suits[pickSuit(slug)]} />
      <text className={styles.initials} x="36" y="44" textAnchor="middle">
        {toInitials(name)}
      </text>
    </svg>
  );
}
