import { useEffect, useEffectEvent, useId, useRef } from "react";
import { FormattedMessage } from "react-intl";
import { useServices } from "@site/contracts/react/site-context";
import type { Certificate } from "@site/contracts/site/site-facts";
import { CertificateArt } from "./certificate-art.tsx";
import { SuitShape } from "./deck-sheet.tsx";
import styles from "./record-badge.module.css";

/** The certificate's name among the modals of the page. */
const modalId = "certificate";

/**
 * The record-holder badge and the certificate it opens (B087). The browser opens and closes it without any script, as a
 * popover. When the island is hydrated, an event asks the shell to open it as a modal (B157-B166); if the code of modals does not
 * load, it stays a popover.
 */
export function RecordBadge({ certificate }: { certificate: Certificate }) {
  const id = useId();
  const title = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const services = useServices();

  const follow = useEffectEvent((dialog: HTMLDialogElement) => {
    const { bus } = services();
    const toModal = () => {
      if (dialog.matches(":popover-open")) bus.emit("modal:requested", { id: modalId, dialog });
    };
    // Closed while the code of modals was on its way: then it is not opened again.
    const forget = bus.on("modal:before-open", (opening) => {
      if (opening.id === modalId && !dialog.matches(":popover-open")) opening.stop();
    });
    toModal();
    dialog.addEventListener("toggle", toModal);
    return () => {
      forget();
      dialog.removeEventListener("toggle", toModal);
    };
  });
  useEffect(() => (dialogRef.current ? follow(dialogRef.current) : undefined), []);

  return (
    <>
      <button type="button" className={styles.badge} popoverTarget={id} aria-haspopup="dialog">
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
      <dialog ref={dialogRef} id={id} className={styles.dialog} popover="auto" closedby="any" aria-labelledby={title}>
        <h2 id={title} className={styles.title}>
          <FormattedMessage id="content.certificate.title" />
        </h2>
        <CertificateArt certificate={certificate} />
        <p className={styles.caption}>
          <FormattedMessage id="content.certificate.caption" />
        </p>
        <button
          type="button"
          className="button button--quiet"
          popoverTarget={id}
          popoverTargetAction="hide"
          data-modal-close=""
        >
          <FormattedMessage id="content.certificate.close" />
        </button>
      </dialog>
    </>
  );
}
