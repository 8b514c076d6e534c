import { homeCopy } from "../content/home.ts";
import { FeatureIcon } from "./feature-icon.tsx";
import { useCopy } from "../use-copy.ts";
import styles from "./home-features.module.css";

/** The ways of talking at a table (B239). */
export function HomeFeatures() {
  const {
    copy: { features },
  } = useCopy(homeCopy);
  return (
    <section className="section" id="special-features">
      <div className="wrap stack">
        <h2>{features.title}</h2>
        <p className="lede">{features.lede}</p>
        <ul role="list" className={styles.list}>
          {features.items.map(({ icon, name, text }) => (
            <li key={name} className={`card ${styles.feature}`}>
              <FeatureIcon name={icon} />
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
