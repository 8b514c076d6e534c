import type { Suit } from "../card.ts";
import { SuitShape } from "./deck-sheet.tsx";
import styles from "./page-top.module.css";

interface PageTopProps {
  eyebrow: string;
  display: string;
  lede: string;
  /** The suit whose cropped shape makes the top a banner; without one it is plain. */
  banner?: Suit;
}

/** The first thing on a page: its large line, on a banner or plainly. The page's `h1` is the shell's and hidden. */
export function PageTop({ eyebrow, display, lede, banner }: PageTopProps) {
  return (
    <section className={`section section--felt ${banner ? styles.banner : styles.plain}`}>
      {banner && (
        <svg className={styles.mask} viewBox="0 0 32 32" aria-hidden="true">
          <SuitShape suit={banner} x={0} y={0} size={32} />
        </svg>
      )}
      <div className={`wrap ${styles.text}`}>
        {/* The hidden heading before it has said where we are. */}
        <p className="eyebrow" aria-hidden="true">{eyebrow}</p>
        <p className={`display ${styles.display}`}>{display}</p>
        <p className="lede">{lede}</p>
      </div>
    </section>
  );
}
