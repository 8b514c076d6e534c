import { eventSchemas } from "./event-schemas.ts";

/** Whether this version of the contract has an event. A newer one of the same major version may have more. */
export function isSiteEvent(event: string): boolean {
  return Object.hasOwn(eventSchemas, event);
}
