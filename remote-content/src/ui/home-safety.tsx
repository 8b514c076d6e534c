import { useHref } from "@site/contracts/react/site-context";
import { homeCopy } from "../content/home.ts";
import { useCopy } from "../use-copy.ts";
import { DealtSection } from "./dealt-section.tsx";
import styles from "./home-safety.module.css";

/** Limits, breaks and fair play, as prominent as the hero. */
export function HomeSafety() {
  const {
    copy: { safety },
  } = useCopy(homeCopy);
  const href = useHref();
  return (
    <DealtSection rank="A" className="section--felt">
      <div className="wrap stack">
        <h2 className={styles.title}>{safety.title}</h2>
        <p className="lede">{safety.text}</p>
        <ul role="list" className={styles.list}>
          {safety.items.map(({ name, text, path, link }) => (
            <li key={name} className={styles.item}>
              <h3>{name}</h3>
              <p className={styles.text}>{text}</p>
              <a href={href(path)}>{link}</a>
            </li>
          ))}
        </ul>
      </div>
    </DealtSection>
  );
}
