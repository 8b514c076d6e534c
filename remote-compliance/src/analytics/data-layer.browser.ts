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

/** A command of Google's tag. Its script takes an entry for a command only when it is an `arguments` object; an array is an event. */
export function gtag(..._parameters: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- Google's tag ignores a command that is an array
  push(arguments);
}
