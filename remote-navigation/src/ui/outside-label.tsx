import { NewTabNote } from "./new-tab-note.tsx";
import styles from "./item-link.module.css";

/** The label of a link that opens a new tab, with an arrow in the line of the last word, and hidden text about it. */
export function OutsideLabel({ label }: { label: string }) {
  const last = label.lastIndexOf(" ") + 1;
  return (
    <>
      {label.slice(0, last)}
      <span className={styles.last}>{label.slice(last)}</span>
      <NewTabNote />
    </>
  );
}
