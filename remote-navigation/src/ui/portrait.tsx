import { pickSuit } from "@site/contracts/documents/suit";
import { toInitials } from "../initials.ts";
import styles from "./portrait.module.css";

/** A monogram over a suit, in place of a photograph. Hidden from screen readers, because the name is beside it. */
export function Portrait({ name, slug }: { name: string; slug: string }) {
  return (
    <span className={`${styles.portrait} ${styles[pickSuit(slug)]}`} aria-hidden="true">
      {toInitials(name)}
    </span>
  );
}
