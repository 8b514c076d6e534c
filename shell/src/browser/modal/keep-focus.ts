const tabbable = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";

/**
 * Lets the Tab key go round inside a modal (B165). The browser keeps focus from the page beneath by itself; without
 * this it would leave through the browser's own controls.
 */
export function keepFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(tabbable)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true }),
  );
  const { activeElement } = document;
  const [leaving, entering] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const isOnStop = stops.some((stop) => stop === activeElement);
  // From the dialog itself, Tab goes to the first stop by itself; nothing is before it.
  if (isOnStop ? activeElement !== leaving : !event.shiftKey && stops.length > 0) return;
  event.preventDefault();
  (entering ?? dialog).focus();
}

/** Gives focus back to whoever opened a modal (B165); when that is gone, to the modal beneath, else to the content. */
export function returnFocus(opener: Element | null, below: HTMLDialogElement | undefined): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) return;
  }
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  (below ?? document.getElementById("content"))?.focus({ preventScroll: true });
}
