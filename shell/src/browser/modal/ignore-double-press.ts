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
