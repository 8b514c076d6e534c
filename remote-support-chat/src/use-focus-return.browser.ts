import { type RefObject, useLayoutEffect } from "react";

/** Returns the focus to a button when the window that it opened is removed with the focus in it, as a vendor's script does. */
export function useFocusReturn(buttonRef: RefObject<HTMLElement | null>, isOpen: boolean): void {
  // As soon as the chat is closed, because a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    const button = buttonRef.current;
    if (!isOpen || !button) return undefined;
    let focused: Element | null = null;
    const note = (): void => {
      focused = document.activeElement;
    };
    note();
    window.addEventListener("blur", note);
    document.addEventListener("focusin", note);
    return () => {
      window.removeEventListener("blur", note);
      document.removeEventListener("focusin", note);
      const isLost = focused !== null && !focused.isConnected && document.activeElement === document.body;
      if (isLost) button.focus({ preventScroll: true });
    };
  }, [buttonRef, isOpen]);
}
