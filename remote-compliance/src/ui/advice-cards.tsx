import type { Advice } from "../copy/responsible-gaming-copy.ts";
import styles from "./advice-cards.module.css";

/** Short pieces of advice side by side. */
export function AdviceCards({ items }: { items: readonly Advice[] }) {
  return (
    <div className={items.length > 2 ? `${styles.cards} ${styles.many}` : styles.cards}>
      {items.map(({ title, text }) => (
        <div key={title} className={`card ${styles.card}`}>
          <h3>{title}</h3>
          <p className={styles.text}>{text}</p>
        </div>
      ))}
    </div>
  );
}
