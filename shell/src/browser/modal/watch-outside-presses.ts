/**
 * Reports presses on a modal's backdrop (B159) that begin and end there: dragging a selection out of the modal does not
 * close it. The `closedby` attribute would do the same, but not all supported browsers have it.
 */
export function watchOutsidePresses(dialog: HTMLDialogElement, onPress: () => void, signal: AbortSignal): void {
  let beganOutside = false;
  dialog.addEventListener(
    "pointerdown",
    (event) => {
      beganOutside = isOutside(event, dialog);
    },
    { signal },
  );
  // On click, not on pointerup: otherwise the click would reach the element beneath the closed modal.
  dialog.addEventListener(
    "click",
    (event) => {
      const counts = beganOutside && isOutside(event, dialog);
      beganOutside = false;
      if (counts) onPress();
    },
    { signal },
  );
}

/** Whether an event was on the backdrop: its target is the dialog, and its point lies outside of the dialog's box. */
function isOutside({ target, clientX, clientY }: MouseEvent, dialog: Element): boolean {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Ignores the second press of a double click whose first press was outside of the modal, such as on the button that opened it. It would close the
 * modal again where it falls on the backdrop, press a button of the modal, or select a word of it.
 */
export function ignoreDoublePress(dialog: HTMLDialogElement, signal: AbortSignal): void {
  const options = { capture: true, signal };
  let hasFirstPress = false;
  const ignore = (event: MouseEvent): void => {
    if (event.type === "mousedown") hasFirstPress ||= event.detail < 2;
    if (hasFirstPress || event.detail < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  dialog.addEventListener("mousedown", ignore, options);
  dialog.addEventListener("click", ignore, options);
}

/** Milliseconds after the press that closed a modal in which the second one of a double press comes. */
const doublePressMs = 400;

let ending: ReturnType<typeof setTimeout> | undefined;

/** Ignores the second press of a double press that closed the last modal: it would press what lies beneath, such as a link. */
export function ignoreNextPress(): void {
  document.documentElement.style.pointerEvents = "none";
  ending = setTimeout(acceptPresses, doublePressMs);
}

/** Ends that, for a modal that opens meanwhile. */
export function acceptPresses(): void {
  clearTimeout(ending);
  document.documentElement.style.removeProperty("pointer-events");
}
