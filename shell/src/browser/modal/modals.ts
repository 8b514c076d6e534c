import type { ModalCloseReason, ModalEdge } from "@site/contracts/events/modal";
import type { SwipeDirection } from "./closing-swipe.ts";
import { keepFocus, returnFocus } from "./keep-focus.ts";
import { isStopped, type ModalEvent } from "./modal-event.ts";
import { acceptPresses, ignoreDoublePress, ignoreNextPress, watchOutsidePresses } from "./watch-outside-presses.ts";
import { watchSwipes } from "./watch-swipes.ts";

export interface ModalOptions {
  /** Names the modal in every event about it. */
  id: string;
  /** Called with each event of this modal. An error it throws is reported and changes nothing else. */
  onEvent?(event: ModalEvent): void;
  /** The element that gets the focus after closing; the one that has it now, when left out. */
  opener?: HTMLElement | undefined;
  /** The edge of the window a sheet came from: a swipe towards it closes. Any other modal is swiped downwards. */
  edge?: ModalEdge | undefined;
  /** Whether `stop()` is ignored, as for the notices that the law asks for. */
  isFirm?: boolean;
}

export interface OpenModal {
  readonly dialog: HTMLDialogElement;
  /** Closes it. Answers false when a listener stopped that. */
  close(reason?: ModalCloseReason): boolean;
}

export interface Modals {
  /**
   * Shows a dialog as a modal on top of all others: one that was never shown, or one the page already shows in another
   * way (`<dialog open>`, a popover, a modal of its own), which then becomes one of these. A dialog that is one already
   * stays as it is. Answers undefined when a listener stopped it.
   *
   * It closes on Escape, a press outside, a swipe, a `<form method=dialog>` and anything with `data-modal-close` in it.
   * The page's scroll lock is CSS (`:root:has(dialog:modal)`).
   */
  open(dialog: HTMLDialogElement, options: ModalOptions): OpenModal | undefined;
  /** The modal that is shown under an id. */
  find(id: string): OpenModal | undefined;
  /** Calls back when another dialog, or none, becomes the topmost. */
  onTop(listener: (top: HTMLDialogElement | undefined) => void): void;
}

interface Entry extends OpenModal {
  options: ModalOptions;
  opener: Element | null;
  life: AbortController;
  isClosing: boolean;
  /** The dialog's own `closedby` attribute, set again after closing. */
  closedBy: string | null;
}

/** The z-index of the lowest modal, and the step to each one above it (B164). */
const lowestIndex = 1000;
const indexStep = 2;

const swipeDirections = { top: "up", right: "right", bottom: "down", left: "left" } as const satisfies Record<
  ModalEdge,
  SwipeDirection
>;

/**
 * The modals of a page, over the native dialog: focus, stacking, life-cycle and everything that closes them. A page has one
 * of these, so that Escape finds the topmost.
 * @param hear is called with each event of every modal, before the modal's own `onEvent`
 */
export function createModals(hear: (id: string, event: ModalEvent) => void): Modals {
  const stack: Entry[] = [];
  const topListeners: ((top: HTMLDialogElement | undefined) => void)[] = [];
  const removals = new MutationObserver(() => {
    for (const entry of stack.filter(({ dialog }) => !dialog.isConnected)) leave(entry, "removed");
  });

  function tell({ options }: { options: ModalOptions }, event: ModalEvent): void {
    for (const listener of [(one: ModalEvent) => hear(options.id, one), options.onEvent]) {
      try {
        listener?.(event);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Updates z-indexes and tells listeners after the topmost dialog changed. */
  function restack(): void {
    for (const [place, { dialog }] of stack.entries()) dialog.style.zIndex = String(lowestIndex + indexStep * place);
    for (const listener of topListeners) listener(stack.at(-1)?.dialog);
    if (stack.length === 0) removals.disconnect();
  }

  /** Closes unless a listener stops it. */
  function close(entry: Entry, reason: ModalCloseReason): boolean {
    if (entry.isClosing || !stack.includes(entry)) return !stack.includes(entry);
    entry.isClosing = true;
    const stopped = isStopped((stop) => tell(entry, { type: "beforeClose", reason, stop })) && !entry.options.isFirm;
    entry.isClosing = false;
    if (!stopped) finish(entry, reason);
    return !stopped;
  }

  /** Takes out a dialog that is closed or removed already: listeners are told and cannot stop it. */
  function leave(entry: Entry, reason: ModalCloseReason): void {
    if (!stack.includes(entry)) return;
    entry.isClosing = true;
    tell(entry, { type: "beforeClose", reason, stop: () => undefined });
    finish(entry, reason);
  }

  function finish(entry: Entry, reason: ModalCloseReason): void {
    const place = stack.indexOf(entry);
    if (place < 0) return;
    const { dialog, life, opener, closedBy } = entry;
    const wasTop = place === stack.length - 1;
    stack.splice(place, 1);
    life.abort();
    if (dialog.open) dialog.close();
    dialog.style.removeProperty("z-index");
    if (closedBy === null) dialog.removeAttribute("closedby");
    else dialog.setAttribute("closedby", closedBy);
    restack();
    if (stack.length === 0 && (reason === "button" || reason === "outside")) ignoreNextPress();
    if (wasTop) returnFocus(opener, dialog, stack.at(-1)?.dialog);
    tell(entry, { type: "closed", reason });
  }

  document.addEventListener("keydown", (event) => {
    const top = stack.at(-1);
    if (!top || event.defaultPrevented || event.isComposing || !isForDialog(event.target, top.dialog)) return;
    if (event.key === "Tab") return keepFocus(event, top.dialog);
    // The browser itself closes a popover that is open above the modal first.
    if (event.key !== "Escape" || top.dialog.querySelector(":popover-open:not([popover=manual])")) return;
    event.preventDefault();
    close(top, "escape");
  });

  function listen(entry: Entry): void {
    const {
      dialog,
      options,
      life: { signal },
    } = entry;
    // Registered first, because it stops events before the other listeners get them.
    ignoreDoublePress(dialog, signal);
    const swipe = swipeDirections[options.edge ?? "bottom"];
    watchSwipes(dialog, swipe, () => close(entry, "swipe"), signal);
    watchOutsidePresses(
      dialog,
      () => {
        close(entry, "outside");
        tell(entry, { type: "clickOutside" });
      },
      signal,
    );
    // Every other request to close, such as the back gesture of a phone.
    dialog.addEventListener(
      "cancel",
      (event) => {
        if (event.target !== dialog) return;
        event.preventDefault();
        close(entry, "escape");
      },
      { signal },
    );
    dialog.addEventListener(
      "close",
      (event) => {
        if (event.target === dialog && !dialog.open) leave(entry, "request");
      },
      { signal },
    );
    dialog.addEventListener(
      "submit",
      (event) => {
        if (!(event.target instanceof HTMLFormElement) || event.target.method !== "dialog") return;
        event.preventDefault();
        close(entry, "button");
      },
      { signal },
    );
    dialog.addEventListener(
      "click",
      ({ target }) => {
        const button = target instanceof Element ? target.closest("[data-modal-close]") : null;
        if (button && button.closest("dialog") === dialog) close(entry, "button");
      },
      { signal },
    );
  }

  return {
    open(dialog, options) {
      const known = stack.find((one) => one.dialog === dialog);
      if (known) return known;
      if (isStopped((stop) => tell({ options }, { type: "beforeOpen", stop })) && !options.isFirm) return undefined;
      acceptPresses();
      const opener = show(dialog, options.opener);
      const entry: Entry = {
        dialog,
        options,
        opener,
        life: new AbortController(),
        isClosing: false,
        closedBy: dialog.getAttribute("closedby"),
        close: (reason = "request") => close(entry, reason),
      };
      // The browser's own light dismiss would close without `beforeClose`.
      dialog.setAttribute("closedby", "closerequest");
      if (stack.length === 0) removals.observe(document.documentElement, { childList: true, subtree: true });
      stack.push(entry);
      listen(entry);
      restack();
      tell(entry, { type: "opened" });
      return entry;
    },
    find: (id) => stack.find(({ options }) => options.id === id),
    onTop(listener) {
      topListeners.push(listener);
    },
  };
}

/** Shows a closed dialog, an open one, a popover or a modal as a modal, and answers the element to give the focus back to. */
function show(dialog: HTMLDialogElement, opener: HTMLElement | undefined): Element | null {
  dialog.style.removeProperty("translate");
  if (dialog.matches(":popover-open")) dialog.hidePopover();
  const focused = document.activeElement;
  const wasInside = dialog.contains(focused);
  if (dialog.matches(":modal")) return opener ?? (wasInside ? null : focused);
  // `showModal` refuses a dialog that is open already.
  dialog.removeAttribute("open");
  dialog.showModal();
  // The browser focuses the first control. Where that is further down than the window is high, the modal is read from its beginning.
  if (dialog.scrollTop > 0) {
    dialog.tabIndex = -1;
    dialog.focus();
    dialog.scrollTop = 0;
  }
  return opener ?? (wasInside ? null : focused);
}

/** Whether a key is for the topmost modal: its target is in it, or is the document itself. */
function isForDialog(target: EventTarget | null, dialog: HTMLDialogElement): boolean {
  return (
    target === document.body ||
    target === document.documentElement ||
    (target instanceof Node && dialog.contains(target))
  );
}
