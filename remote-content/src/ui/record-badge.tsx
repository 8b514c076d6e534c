import { FormattedMessage } from "react-intl";
import { useData } from "@site/contracts/react/site-context";
import { certificateId } from "../certificate-id.ts";
import { SuitShape } from "./deck-sheet.tsx";
import styles from "./record-badge.module.css";

/**
 * The record-holder badge, which opens the certificate without any script (B087); empty on a site that holds no record. The certificate
 * is an island at the end of the page, because its drawing takes 0.5 KB that the first viewport does not need.
 */
export function RecordBadge() {
  if (!useData("certificate")) return null;
  return (
    <button type="button" className={styles.badge} popoverTarget={certificateId} aria-haspopup="dialog">
      <svg className={styles.medal} viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="15" />
        <SuitShape suit="spades" x={8} y={7} size={16} />
      </svg>
      <span>
        <strong className={styles.name}>
          <FormattedMessage id="content.badge.open" />
        </strong>
        <span className={styles.hint}>
          <FormattedMessage id="content.badge.hint" />
        </span>
      </span>
    </button>
  );
}
