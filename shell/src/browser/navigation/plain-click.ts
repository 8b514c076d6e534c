/** Whether a click is of the main button without modifier keys: with one, the browser opens a tab or a window, or downloads. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
