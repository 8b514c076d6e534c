import { pickSuit, type Suit } from "@site/contracts/documents/suit";
import type { ImageSource } from "@site/contracts/islands/image";
import { Artwork } from "./artwork.tsx";
import clubs from "../artwork/portrait-clubs.svg";
import diamonds from "../artwork/portrait-diamonds.svg";
import hearts from "../artwork/portrait-hearts.svg";
import spades from "../artwork/portrait-spades.svg";
import { toMonogram } from "../monogram.ts";
import styles from "./portrait.module.css";

const grounds: Record<Suit, ImageSource> = { spades, hearts, diamonds, clubs };

/**
 * A monogram on a card of one suit: there are no photographs of people on this site. Hidden from screen readers, because the name is beside it.
 * `large` on the ambassador's own page.
 */
export function Portrait({ name, slug, large = false }: { name: string; slug: string; large?: boolean }) {
  return (
    <span className={styles.portrait} aria-hidden="true">
      <Artwork
        className={styles.ground}
        source={grounds[pickSuit(slug)]}
        width={large ? 480 : 320}
        height={large ? 600 : 400}
        alt=""
        eager={large}
      />
      <svg viewBox="0 0 160 200">
        <text className={styles.letters} x="80" y="122">
          {toMonogram(name)}
        </text>
      </svg>
    </span>
  );
}
