import { eventSchemas } from "@site/contracts/events/event-schemas";
import type { SiteEventName } from "@site/contracts/events/events";

/** The names of all events, in the order of the contract. */
export const eventNames: readonly SiteEventName[] = Object.keys(eventSchemas).filter(isEventName);

function isEventName(name: string): name is SiteEventName {
  return Object.hasOwn(eventSchemas, name);
}
