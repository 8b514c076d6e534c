import { type MouseEvent, type PointerEvent, useEffect, useId, useRef } from "react";
import { FormattedMessage } from "react-intl";
import { CertificateArt } from "./certificate-art.tsx";
import { SuitShape } from "./deck-sheet.tsx";
import styles from "./record-badge.module.css";

/**
 * The record-holder badge and the certificate it opens (B087). The browser opens and closes it without us, as a popover.
 * Once live, the popover becomes a modal, so that focus moves in, stays and returns (B165), and a press outside closes
 * it where `closedby` is not known (B159).
 */
export function RecordBadge() {
  const id = useId();
  const title = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return undefined;
    const toModal = () => {
      if (!dialog.matches(":popover-open")) return;
      dialog.hidePopover();
      dialog.showModal();
    };
    toModal();
    dialog.addEventListener("toggle", toModal);
    return () => dialog.removeEventListener("toggle", toModal);
  }, []);

  const notePress = (event: PointerEvent<HTMLDialogElement>) => {
    pressedOutside.current = isOutside(event);
  };
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (pressedOutside.current && isOutside(event)) event.currentTarget.close();
  };

  return (
    <>
      <button type="button" className={styles.badge} popoverTarget={id} aria-haspopup="dialog">
        <svg className={styles.medal} viewBox="0 0 32 32" aria-hidden="true">
          <circle cx="16" cy="16" r="15" />
          <SuitShape suit="spades" x={8} y={7} size={16} />
        </svg>
        <span>
          <strong className={styles.name}><FormattedMessage id="content.badge.open" /></strong>
          <span className={styles.hint}><FormattedMessage id="content.badge.hint" /></span>
        </span>
      </button>
      <dialog
        ref={dialogRef} id={id} className={styles.dialog} popover="auto" closedby="any" aria-labelledby={title}
        onPointerDown={notePress} onClick={closeOutside}
      >
        <h2 id={title} className={styles.title}><FormattedMessage id="content.certificate.title" /></h2>
        <CertificateArt />
        <p className={styles.caption}><FormattedMessage id="content.certificate.caption" /></p>
        <button
          type="button" className="button button--quiet" popoverTarget={id} popoverTargetAction="hide"
          onClick={() => dialogRef.current?.close()}
        >
          <FormattedMessage id="content.certificate.close" />
        </button>
      </dialog>
    </>
  );
}

/** Whether a press is on the backdrop, which belongs to the dialog and lies outside of its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
