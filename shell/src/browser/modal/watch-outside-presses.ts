/**
 * Tells of presses on a modal's backdrop (B159): begun and ended there, so that whoever drags a selection out of the
 * modal does not lose it. `closedby` would do, were it everywhere.
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
  // The click, not the release: otherwise it would go to whatever comes to light.
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

/** Whether something happened on the backdrop, which belongs to the dialog and lies outside of its box. */
function isOutside({ target, clientX, clientY }: MouseEvent, dialog: Element): boolean {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
