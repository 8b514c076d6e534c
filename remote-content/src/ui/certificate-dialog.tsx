import { useEffect, useEffectEvent, useId, useRef } from "react";
import { FormattedMessage } from "react-intl";
import { useServices } from "@site/contracts/react/site-context";
import type { Certificate } from "@site/contracts/site/site-facts";
import { certificateId } from "../certificate-id.ts";
import { CertificateArt } from "./certificate-art.tsx";
import styles from "./certificate-dialog.module.css";

/** The certificate's name among the modals of the page. */
const modalId = "certificate";

/**
 * The certificate of the site's record (B087). The browser opens and closes it without any script, as a popover. The focus that moves
 * into it hydrates the island, and an event asks the shell to open it as a modal (B157-B166); if the code of modals does not load, it
 * stays a popover.
 */
export function CertificateDialog({ certificate }: { certificate: Certificate }) {
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
    <dialog
      ref={dialogRef}
      id={certificateId}
      className={styles.dialog}
      popover="auto"
      closedby="any"
      aria-labelledby={title}
    >
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
        popoverTarget={certificateId}
        popoverTargetAction="hide"
        data-modal-close=""
      >
        <FormattedMessage id="content.certificate.close" />
      </button>
    </dialog>
  );
}
