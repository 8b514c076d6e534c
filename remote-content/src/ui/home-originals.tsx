import { homeCopy } from "../content/home.ts";
import { useCopy } from "../use-copy.ts";
import { DealtSection } from "./dealt-section.tsx";
import styles from "./home-originals.module.css";

/** Formats of our own, and what can change an ordinary hand (B241, B242). */
export function HomeOriginals() {
  const {
    copy: { originals },
  } = useCopy(homeCopy);
  return (
    <DealtSection rank="Q" className="section--felt" id="originals">
      <div className="wrap stack">
        <h2>{originals.title}</h2>
        <p className="lede">{originals.lede}</p>
        <ol role="list" className={styles.formats}>
          {originals.items.map(({ name, text }) => (
            <li key={name} className={styles.format}>
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
        <h3>{originals.table}</h3>
        <p className={styles.text}>{originals.tableText}</p>
        <ul role="list" id="jackpots" className={styles.extras}>
          {originals.extras.map((name) => (
            <li key={name} className={name.endsWith("Jackpot") ? `badge ${styles.jackpot}` : "badge"}>
              {name}
            </li>
          ))}
        </ul>
      </div>
    </DealtSection>
  );
}
