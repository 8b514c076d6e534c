import type { ReactNode } from "react";
import styles from "./dealt-section.module.css";
import { useDrawingId } from "./deck-sheet.tsx";

/** The class that places a card of the hero's hand, by its rank. */
const places = { "10": styles.ten, J: styles.jack, Q: styles.queen, K: styles.king, A: styles.ace } as const;

interface DealtSectionProps {
  /** The card of the hero's hand that opens this section. */
  rank: keyof typeof places;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A section that starts with a card of the hero's hand: the same drawing, large, in an area without text. The ace starts face down, and turns over. */
export function DealtSection({ rank, id, className = "", children }: DealtSectionProps) {
  const card = `#${useDrawingId(rank)}`;
  return (
    <section className={`section ${styles.table} ${places[rank]} ${className}`.trim()} id={id}>
      <svg className={styles.card} viewBox="0 0 100 140" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <use href={card} />
      </svg>
      {rank === "A" && (
        <svg className={`${styles.card} ${styles.back}`} viewBox="0 0 100 140" aria-hidden="true">
          <rect x=".5" y=".5" width="99" height="139" rx="9" />
          <path d="M7 7h86v126H7zM50 7l43 63-43 63L7 70zM50 22l33 48-33 48-33-48zM50 37l23 33-23 33-23-33zM50 52l13 18-13 18-13-18z" />
        </svg>
      )}
      {children}
    </section>
  );
}
