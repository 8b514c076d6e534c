import type { ModalCloseReason } from "@site/contracts/events/modal";

/**
 * What happens to a modal, in this order (B157). `stop()` keeps what is about to happen from happening; it is for the
 * time of the call, and the two kinds of closing nobody can refuse, `dialog.close()` and removal, ignore it.
 * A press outside is told after what it did: last when it closed the modal, and alone when that was stopped.
 */
export type ModalEvent =
  | { type: "beforeOpen"; stop(): void }
  | { type: "opened" }
  | { type: "beforeClose"; reason: ModalCloseReason; stop(): void }
  | { type: "closed"; reason: ModalCloseReason }
  | { type: "clickOutside" };

/** Whether somebody who hears of something stops it. */
export function isStopped(tell: (stop: () => void) => void): boolean {
  let stopped = false;
  tell(() => {
    stopped = true;
  });
  return stopped;
}
