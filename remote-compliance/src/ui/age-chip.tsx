import { useIntl } from "react-intl";
import { useSite } from "@site/contracts/react/site-context";
import styles from "./age-chip.module.css";

/** The minimum age on a chip of concentric rings. */
export function AgeChip() {
  const { minimumAge } = useSite();
  const intl = useIntl();
  return (
    <svg
      className={styles.chip}
      viewBox="0 0 240 240"
      role="img"
      aria-label={intl.formatMessage({ id: "compliance.responsible.age-badge.alt" }, { age: minimumAge })}
    >
      <circle className={styles.edge} cx="120" cy="120" r="116" />
      <circle className={styles.marks} cx="120" cy="120" r="104" pathLength="16" />
      <circle className={styles.ring} cx="120" cy="120" r="84" />
      <circle className={styles.center} cx="120" cy="120" r="74" />
      <text className={styles.age} x="120" y="140" textAnchor="middle">
        {intl.formatMessage({ id: "compliance.responsible.age-badge" }, { age: minimumAge })}
      </text>
    </svg>
  );
}
