import { useRef } from "react";
import { FormattedMessage } from "react-intl";
import { certificateId } from "../certificate-id.ts";
import { useCertificateModal } from "../use-certificate-modal.browser.ts";
import { SuitShape } from "./deck-sheet.tsx";
import styles from "./record-badge.module.css";

/** The suits on the badge. */
export const badgeSuits = ["spades"] as const;

/**
 * The record-holder badge, which opens the certificate (B087). The browser opens and closes it without any script, as a popover. When
 * the island is hydrated, the popover becomes a modal; if the code of modals does not load, it stays a popover. The badge only opens it: the second
 * press of a double click must not close it again.
 */
export function RecordBadge() {
  const buttonRef = useRef<HTMLButtonElement>(null);
  useCertificateModal(buttonRef);
  return (
    <button
      ref={buttonRef}
      type="button"
      className={styles.badge}
      popoverTarget={certificateId}
      popoverTargetAction="show"
      aria-haspopup="dialog"
    >
      <svg className={styles.medal} viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="15" />
        <SuitShape suit="spades" x={8} y={7} size={16} />
      </svg>
      <strong className={styles.name}>
        <FormattedMessage id="content.badge.open" />
      </strong>
      <span className={styles.hint}>
        <FormattedMessage id="content.badge.hint" />
      </span>
    </button>
  );
}
