/** Something a visitor did inside an island before it was live. */
export interface EarlyEvent {
  type: string;
  target: Element;
  /** Milliseconds since the document began. */
  at: number;
}

/** Keeps what replaying an event needs; the event itself is over. `undefined` when there is nothing to replay. */
export function toEarlyEvent(event: Event): EarlyEvent | undefined {
  const { type, target } = event;
  if (!(target instanceof Element) || (type !== "click" && type !== "input" && type !== "change")) return undefined;
  return { type, target, at: performance.now() };
}
