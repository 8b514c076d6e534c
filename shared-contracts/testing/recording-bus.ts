import { createEventBus, type EventBus } from "../src/events/event-bus.ts";
import type { SiteEventName, SiteEvents } from "../src/events/events.ts";

/** One event a bus carried. */
export type RecordedEvent = { [N in SiteEventName]: { name: N; detail: SiteEvents[N] } }[SiteEventName];

/** A bus for tests that records its events. */
export interface RecordingBus extends EventBus {
  /** Everything that was emitted, oldest first. */
  readonly events: readonly RecordedEvent[];
  /** The details of the events of one name, oldest first. */
  detailsOf<N extends SiteEventName>(name: N): SiteEvents[N][];
}

/** Wraps a real bus on a target of its own: listeners are called as on the page. */
export function createRecordingBus(target: EventTarget = new EventTarget()): RecordingBus {
  const bus = createEventBus(target);
  const events: RecordedEvent[] = [];
  const details = new Map<SiteEventName, unknown[]>();
  return {
    events,
    detailsOf<N extends SiteEventName>(name: N) {
      // Only `emit` fills the lists, each under its own name.
      return [...(details.get(name) ?? [])] as SiteEvents[N][];
    },
    emit(name, detail) {
      events.push({ name, detail } as RecordedEvent);
      details.set(name, [...(details.get(name) ?? []), detail]);
      bus.emit(name, detail);
    },
    on: bus.on,
  };
}
