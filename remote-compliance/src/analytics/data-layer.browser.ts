declare global {
  interface Window {
    /** The tag manager's inbox: it replaces `push` when it arrives, and reads what waits. */
    dataLayer?: unknown;
  }
}

/** Puts an entry into the tag manager's inbox, which other people's scripts may have replaced. @throws what they throw */
export function push(entry: unknown): void {
  const { dataLayer } = window;
  if (Array.isArray(dataLayer)) dataLayer.push(entry);
  else window.dataLayer = [entry];
}

/** A command of Google's tag: it tells commands from events by their being `arguments`, not a list. */
export function gtag(..._parameters: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- a list would be taken for an event
  push(arguments);
}
