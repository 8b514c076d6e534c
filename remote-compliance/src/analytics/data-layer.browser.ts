declare global {
  interface Window {
    /** The tag manager's data layer: its script replaces `push` when it loads, and reads the existing entries. */
    dataLayer?: unknown;
  }
}

/** Pushes an entry to the tag manager's data layer, whose `push` third-party scripts may have replaced. @throws the error of that `push` */
export function push(entry: unknown): void {
  const { dataLayer } = window;
  if (Array.isArray(dataLayer)) dataLayer.push(entry);
  else window.dataLayer = [entry];
}

/** A command of Google's tag. Its script recognizes a command only by an `arguments` object; an array is an event. */
export function gtag(..._parameters: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- Google's tag ignores a command that is an array
  push(arguments);
}
