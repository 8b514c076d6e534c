import { useAtomValue } from "jotai";
import { type MouseEvent, useState } from "react";
import type { Toast } from "@site/contracts/events/toast";
import { focusOn } from "../browser/modal/keep-focus.ts";
import { type Toasts, toastsAtom } from "../browser/toast/toasts.ts";
import sheet from "./toast-list.module.css?sheet";
import { useSliding } from "./use-sliding.browser.ts";
import { useToastReading } from "./use-toast-reading.browser.ts";

const styles = sheet.locals;
/** Toasts that are shown before the visitor asks for all of them: the newest. */
const maxShown = 5;

export interface ToastLabels {
  close: string;
  clear: string;
  more(count: number): string;
}

/** The toasts of the page, newest first. Red ones are alerts; for all others a screen reader finishes its sentence first. */
export function ToastList({ toasts, labels }: { toasts: Toasts; labels: ToastLabels }) {
  const list = useAtomValue(toastsAtom, { store: toasts.store });
  const [isWhole, setWhole] = useState(false);
  const reading = useToastReading(toasts, list);
  useSliding(reading.ref);
  const shown = (isWhole ? list : list.slice(-maxShown)).toReversed();
  const rest = list.length - shown.length;
  // This button disappears when pressed, so the focus moves to the one beside it.
  const showAll = ({ currentTarget }: MouseEvent) => {
    focusOn(currentTarget.nextElementSibling);
    setWhole(true);
  };
  const closeAll = () => {
    setWhole(false);
    for (const { id } of list) toasts.close(id);
  };
  const cards = (isAlert: boolean) =>
    shown
      .filter(({ backgroundColor }) => (backgroundColor === "red") === isAlert)
      .map((toast) => (
        <ToastCard key={toast.id} toast={toast} label={labels.close} close={() => toasts.close(toast.id)} />
      ));
  return (
    <div className={styles["list"]} {...reading}>
      <div className={styles["group"]} role="alert" aria-atomic="false">
        {cards(true)}
      </div>
      <div className={styles["group"]} role="status" aria-atomic="false">
        {cards(false)}
      </div>
      {list.length > maxShown && (
        <p className={styles["tools"]}>
          {rest > 0 && (
            <button type="button" className="button button--quiet" onClick={showAll}>
              {labels.more(rest)}
            </button>
          )}
          <button type="button" className="button button--quiet" onClick={closeAll}>
            {labels.clear}
          </button>
        </p>
      )}
    </div>
  );
}

function ToastCard({ toast, label, close }: { toast: Toast; label: string; close: () => void }) {
  const { id, text, click, backgroundColor, color } = toast;
  const press = () => {
    try {
      click?.();
    } catch (error) {
      reportError(error);
    }
  };
  const textId = `site-toast-${id}`;
  return (
    <div
      className={`${styles["toast"]} ${toast.class}`.trim()}
      data-ground={backgroundColor}
      data-ink={color}
      data-toast={id}
    >
      {click ? (
        <button type="button" id={textId} className={styles["text"]} onClick={press}>
          {text}
        </button>
      ) : (
        <p id={textId} className={styles["text"]}>
          {text}
        </p>
      )}
      <button type="button" className={styles["close"]} aria-label={label} aria-describedby={textId} onClick={close}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
