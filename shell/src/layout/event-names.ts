import { eventSchemas } from "@site/contracts/events/event-schemas";
import { toDomEventType } from "@site/contracts/events/event-bus";
import type { SiteEventName } from "@site/contracts/events/events";

/** The names of all events, in the order of the contract. */
export const eventNames: readonly SiteEventName[] = Object.keys(eventSchemas).filter(isEventName);

function isEventName(name: string): name is SiteEventName {
  return Object.hasOwn(eventSchemas, name);
}

/** What the overlay listens to in a document: all events of the bus, and what goes wrong. */
export const heardTypes: readonly string[] = [
  ...eventNames.map(toDomEventType),
  // `repairedEvent` of @site/contracts/host, which is code of browsers, so servers may not import it.
  "shell:repaired",
  "error",
  "unhandledrejection",
  "securitypolicyviolation",
];
