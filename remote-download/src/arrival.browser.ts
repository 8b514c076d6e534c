const mark = "downloadStarted";

/** Whether this entry of the history has started a download. The mark survives a reload and a step back. */
export function hasStarted(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && mark in state;
}

/** Marks this entry of the history, and leaves what others keep there. */
export function markStarted(): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === "object" ? state : {}), [mark]: true }, "");
}

/** Calls back when somebody looks at the page: at once, or when a page prepared in advance is shown. */
export function whenShown(callback: () => void, signal: AbortSignal): void {
  const prepared = "prerendering" in document && document.prerendering === true;
  if (prepared) document.addEventListener("prerenderingchange", callback, { once: true, signal });
  else callback();
}
