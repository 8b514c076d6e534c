const tabbable = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";

/**
 * Lets the Tab key go round inside a modal (B165). The browser keeps focus from the page beneath by itself; without
 * this it would leave through the browser's own controls.
 */
export function keepFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(tabbable)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true }),
  );
  const { activeElement } = document;
  const [leaving, entering] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const isOnStop = stops.some((stop) => stop === activeElement);
  // From the dialog itself the browser moves Tab to the first stop. Shift+Tab would leave the modal, because no stop is before it.
  if (isOnStop ? activeElement !== leaving : !event.shiftKey && stops.length > 0) return;
  event.preventDefault();
  (entering ?? dialog).focus();
}

/**
 * Gives focus back to the element that opened a modal (B165). When that one is gone or hidden, focus goes to the modal
 * beneath, else to the page's content; focus that is elsewhere already stays there.
 */
export function returnFocus(
  opener: Element | null,
  closed: HTMLDialogElement,
  below: HTMLDialogElement | undefined,
): void {
  if (focusOn(opener)) return;
  const { activeElement } = document;
  // A dialog that fades out still contains the focus, which would fall to the body once the dialog is hidden.
  if (activeElement !== null && activeElement !== document.body && !closed.contains(activeElement)) return;
  if (!focusOn(below)) focusContent();
}

/** Moves the focus to an element, and answers whether it took it. */
export function focusOn(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Moves the focus to the page's content, for when the element that had it is gone. */
export function focusContent(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}
