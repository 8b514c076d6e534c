/** Milliseconds between two looks at whether a menu is still open. */
const lookIntervalMs = 100;

/**
 * Calls when no menu is open: at once, or after the visitor has closed theirs. The browser closes every popover when a modal
 * opens, and a menu that is shown by hovering or by the focus inside it would lose both. No single event covers all three, so
 * this polls while a menu is open.
 * @returns a function that stops the waiting
 */
export function whenMenusAreClosed(call: () => void): () => void {
  if (!isMenuOpen()) {
    call();
    return () => undefined;
  }
  const timer = setInterval(() => {
    if (isMenuOpen()) return;
    clearInterval(timer);
    call();
  }, lookIntervalMs);
  return () => clearInterval(timer);
}

/** Whether an `auto` popover is visible. Toasts are `manual` popovers and do not count. */
function isMenuOpen(): boolean {
  return [...document.querySelectorAll("[popover]:not([popover=manual])")].some((menu) =>
    menu.checkVisibility({ visibilityProperty: true }),
  );
}
