import type { ModalCloseReason } from "@site/contracts/events/modal";

/**
 * What happens to a modal, in this order (B157). `stop()` prevents the opening or closing that is announced, and only
 * works during the call. Closing by `dialog.close()` and by removal of the element cannot be prevented.
 * `clickOutside` comes after what the press did: last when it closed the modal, and alone when that was stopped.
 */
export type ModalEvent =
  | { type: "beforeOpen"; stop(): void }
  | { type: "opened" }
  | { type: "beforeClose"; reason: ModalCloseReason; stop(): void }
  | { type: "closed"; reason: ModalCloseReason }
  | { type: "clickOutside" };

/** Whether a listener calls `stop` during `tell`. */
export function isStopped(tell: (stop: () => void) => void): boolean {
  let stopped = false;
  tell(() => {
    stopped = true;
  });
  return stopped;
}
