import type { SiteEventName, SiteEvents } from "./events.ts";

/** Carries events between islands, the shell and plain scripts of one page. */
export interface EventBus {
  /** Calls every listener of the event, synchronously. */
  emit<N extends SiteEventName>(name: N, detail: SiteEvents[N]): void;
  /** Listens until the returned function is called or `signal` aborts. An error of one listener does not affect the others. */
  on<N extends SiteEventName>(
    name: N,
    listener: (detail: SiteEvents[N]) => void,
    options?: { signal?: AbortSignal },
  ): () => void;
}

/** The DOM event type of a site event: what a plain script may listen to on `window`. */
export function toDomEventType(name: SiteEventName): string {
  return `site:${name}`;
}

/**
 * A typed bus over any `EventTarget`. In the browser that is `window`, so that plain scripts hear the same events as
 * `CustomEvent`s; the platform isolates a throwing listener from the others.
 */
export function createEventBus(target: EventTarget): EventBus {
  return {
    emit(name, detail) {
      target.dispatchEvent(new CustomEvent(toDomEventType(name), { detail }));
    },
    on(name, listener, options) {
      const handle = (event: Event): void => {
        // Only `emit` above makes events of this type, with the detail the map gives them.
        if (event instanceof CustomEvent) listener(event.detail);
      };
      const type = toDomEventType(name);
      target.addEventListener(type, handle, options?.signal ? { signal: options.signal } : undefined);
      return () => target.removeEventListener(type, handle);
    },
  };
}
