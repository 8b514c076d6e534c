import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { ModalAction } from "@site/contracts/modal";
import type { DrawnModal, DrawnModals } from "../browser/modal/drawn-modals.ts";
import type { Modals } from "../browser/modal/modals.ts";
import sheet from "./modal-card.module.css?sheet";

const styles = sheet.locals;

interface ModalListProps {
  drawn: DrawnModals;
  modals: Modals;
  closeLabel: string;
}

/** The modals the shell draws for others. */
export function ModalList({ drawn, modals, closeLabel }: ModalListProps) {
  const list = useSyncExternalStore(drawn.subscribe, drawn.list);
  return list.map((modal) => <ModalCard key={modal.id} modal={modal} modals={modals} closeLabel={closeLabel} drop={() => drawn.drop(modal.id)} />);
}

interface ModalCardProps {
  modal: DrawnModal;
  modals: Modals;
  closeLabel: string;
  drop: () => void;
}

function ModalCard({ modal, modals, closeLabel, drop }: ModalCardProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const { id, title, text, image, edge, actions = [] } = modal;
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    const opened = modals.open(dialog, {
      id, edge,
      onEvent({ type }) {
        // What fades out is taken away afterwards.
        if (type === "closed") void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(drop);
      },
    });
    if (!opened) drop();
    // A modal opens once, when it is drawn.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const titleId = `modal-${id}`;
  return (
    <dialog ref={dialogRef} className={styles["modal"]} data-edge={edge} aria-labelledby={titleId}>
      <div className={styles["top"]}>
        <h2 id={titleId} className={styles["title"]}>{title}</h2>
        <button type="button" className={styles["close"]} aria-label={closeLabel} data-modal-close="">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {image && <img src={image.src} alt={image.alt} width={image.width} height={image.height} />}
      {text?.split(/\n\s*\n/).map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      <div className={styles["actions"]}>
        {actions.map((action, index) => <Action key={action.label} action={action} isFirst={index === 0} close={() => modals.find(id)?.close("button")} />)}
        {actions.length === 0 && <button type="button" className="button" data-modal-close="">{closeLabel}</button>}
      </div>
    </dialog>
  );
}

interface ActionProps {
  action: ModalAction;
  isFirst: boolean;
  close: () => void;
}

function Action({ action: { label, href, click }, isFirst, close }: ActionProps) {
  const className = isFirst ? "button" : "button button--quiet";
  const press = () => {
    try {
      click?.();
    } catch (error) {
      reportError(error);
    }
    close();
  };
  if (href !== undefined) return <a className={className} href={href} onClick={press}>{label}</a>;
  return <button type="button" className={className} onClick={press}>{label}</button>;
}
