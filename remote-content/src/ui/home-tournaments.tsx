import { suits } from "@site/contracts/documents/suit";
import { useIntl } from "react-intl";
import { homeCopy } from "../content/home.ts";
import { DealtSection } from "./dealt-section.tsx";
import { SuitShape } from "./deck-sheet.tsx";
import { useCopy } from "../use-copy.ts";
import styles from "./home-tournaments.module.css";

/** Featured tournaments and series: a row that scrolls and snaps by itself. */
export function HomeTournaments() {
  const {
    copy: { tournaments },
  } = useCopy(homeCopy);
  const intl = useIntl();
  return (
    <DealtSection rank="J" id="tournaments">
      <div className="wrap stack">
        <h2>{tournaments.title}</h2>
        <p className="lede">{tournaments.lede}</p>
      </div>
      <div
        className={styles.scroller}
        tabIndex={0}
        role="region"
        aria-label={intl.formatMessage({ id: "content.tournaments.label" })}
      >
        <ul role="list" className={styles.row}>
          {tournaments.items.map(({ name, text }, place) => (
            <li key={name} className={`card ${styles.item}`}>
              <svg className={styles.suit} viewBox="0 0 32 32" aria-hidden="true">
                <SuitShape suit={suits[place % 4] ?? "spades"} x={0} y={0} size={32} />
              </svg>
              <h3>{name}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </DealtSection>
  );
}
