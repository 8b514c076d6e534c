/** Whether a click is of the main button without modifier keys: with one, the browser opens a tab or a window, or downloads. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(button || metaKey || ctrlKey || shiftKey || altKey);
}

/** Whether a link takes a step back in history (B199). Without an earlier entry it leads to its `href`. */
export function goesBack(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return "historyBack" in link.dataset && history.length > 1 && isPlainClick(event);
}
