/** Whether a click has a key that makes the browser open a tab or a window, or download. */
export function isModified({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}

/** Whether a click is of the main button without such a key. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !isModified(event);
}
