import { useIntl } from "react-intl";
import styles from "./closed-table.module.css";
import { PlayingCard } from "./playing-card.tsx";

/** The image of a refused region (B196): the lamp is on, the seat is out of reach. */
export function ClosedTable() {
  const intl = useIntl();
  return (
    <svg
      className={styles.scene}
      viewBox="0 0 480 300"
      role="img"
      aria-label={intl.formatMessage({ id: "compliance.ERROR_403_ALT" })}
    >
      <ellipse className={styles.rail} cx="240" cy="178" rx="214" ry="104" />
      <ellipse className={styles.felt} cx="240" cy="174" rx="192" ry="86" />
      <ellipse className={styles.line} cx="240" cy="174" rx="158" ry="64" />
      <g transform="translate(240 168) rotate(-8) scale(0.72)">
        <PlayingCard />
      </g>
      <g transform="translate(372 62)">
        <circle className={styles.sign} r="40" />
        <path className={styles.pin} d="M0 22C-9 10-15 3-15-6a15 15 0 0 1 30 0C15 3 9 10 0 22Z" />
        <circle className={styles.dot} cy="-6" r="5" />
        <path className={styles.bar} d="M-24 24 24-24" />
      </g>
    </svg>
  );
}
