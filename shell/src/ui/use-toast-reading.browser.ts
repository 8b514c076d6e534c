import { type FocusEvent, type PointerEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { Toast } from "@site/contracts/events/toast";
import { focusContent, focusOn } from "../browser/modal/keep-focus.ts";
import type { Toasts } from "../browser/toast/toasts.ts";

interface ToastReading {
  ref: RefObject<HTMLDivElement | null>;
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onFocus(event: FocusEvent): void;
  onBlur(event: FocusEvent): void;
}

/**
 * Stops the time of the toasts while the mouse or the focus is on one of them. When the toast that has the focus closes, the
 * focus goes back to where it was before it came to the toasts, else to the page's content.
 *
 * React gets no `blur` from an element that is removed, so focus and pointer are checked again after every change of the list.
 */
export function useToastReading(toasts: Toasts, list: readonly Toast[]): ToastReading {
  const ref = useRef<HTMLDivElement>(null);
  const isPointed = useRef(false);
  const focused = useRef<Element>(null);
  const before = useRef<Element>(null);

  const settle = () => {
    if (isPointed.current || focused.current) toasts.pause();
    else toasts.resume();
  };
  const follow = useEffectEvent(() => {
    if (toasts.list().length === 0) isPointed.current = false;
    if (focused.current && !focused.current.isConnected) {
      focused.current = null;
      if (document.activeElement === document.body && !focusOn(before.current)) leaveToasts();
    }
    settle();
  });
  useLayoutEffect(() => follow(), [list]);

  return {
    ref,
    // Touch has no hovering.
    onPointerEnter({ pointerType }) {
      isPointed.current = pointerType === "mouse";
      settle();
    },
    onPointerLeave() {
      isPointed.current = false;
      settle();
    },
    onFocus({ target, relatedTarget }) {
      if (!ref.current?.contains(relatedTarget)) before.current = relatedTarget;
      focused.current = target;
      settle();
    },
    onBlur({ relatedTarget }) {
      if (ref.current?.contains(relatedTarget)) return;
      focused.current = null;
      settle();
    },
  };
}

/** Moves the focus to the topmost modal, which keeps it from the page, or to the page's content. */
function leaveToasts(): void {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  if (!focusOn(dialog)) focusContent();
}
