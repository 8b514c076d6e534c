/** An input event inside an island before it was hydrated. */
export interface EarlyEvent {
  type: string;
  target: Element;
  /** Milliseconds since the document began. */
  at: number;
}

/** The data that replaying an event needs. `undefined` for events that are not replayed. */
export function toEarlyEvent(event: Event): EarlyEvent | undefined {
  const { type, target } = event;
  if (!(target instanceof Element) || (type !== "click" && type !== "input" && type !== "change")) return undefined;
  return { type, target, at: performance.now() };
}
