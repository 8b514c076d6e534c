import type { SiteEventName } from "./events.ts";

/**
 * The events by which a package asks for something: they do nothing unless another one listens. All others tell what has happened, and
 * may be sent without a listener.
 */
export const requestEvents: readonly SiteEventName[] = [
  "navigation:requested",
  "device:requested",
  "region:requested",
  "chat:requested",
  "toast:requested",
  "toast:updated",
  "toast:removed",
  "toast:cleared",
  "modal:requested",
  "modal:close-requested",
];

/** Whether an event asks for something; also for events that only a newer contract has, by their name. */
export function isRequest(event: string): boolean {
  return event.endsWith("requested") || requestEvents.some((one) => one === event);
}
