import type { Named } from "../copy/page-copy.ts";
import styles from "./named-list.module.css";

/** Names with a sentence each, in as many columns as fit. */
export function NamedList({ items }: { items: readonly Named[] }) {
  return (
    <ul role="list" className={styles.list}>
      {items.map(({ name, text, id }) => (
        <li key={name} id={id} className={styles.item}>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
