import { isRequest } from "../src/events/request-events.ts";
import type { Release } from "../src/releases/release.ts";
import { moreFields } from "../src/releases/release-surface.ts";
import type { Need } from "./contract-needs.ts";

/** A part of a release's surface that other packages may use: its name as announcements write it, and in words. */
export interface Offer {
  key: string;
  what: string;
  /** The event that any package may send or hear in its place; undefined for what only this package can have. */
  event?: { kind: "event" | "request"; event: string; field: string | undefined };
}

/** The surface of a release: islands, variants, events with their fields, answers to requests, languages. */
export function listOffers({ exposes, surface }: Release): Offer[] {
  return [
    ...exposes.flatMap(({ key, variants = [] }): Offer[] => [
      { key: `expose:${key}`, what: `the island ${key}` },
      ...variants.map((variant) => ({
        key: `variant:${key}/${variant}`,
        what: `the variant ${JSON.stringify(variant)} of the island ${key}`,
      })),
    ]),
    ...Object.entries(surface?.sends ?? {}).flatMap(([event, fields]): Offer[] =>
      isRequest(event)
        ? []
        : [
            { key: `sends:${event}`, what: `the event ${event}`, event: { kind: "event", event, field: undefined } },
            ...fields
              .filter((field) => field !== moreFields)
              .map((field): Offer => ({
                key: `sends:${event}/${field}`,
                what: `the field ${field} of the event ${event}`,
                event: { kind: "event", event, field },
              })),
          ],
    ),
    ...Object.keys(surface?.hears ?? {})
      .filter(isRequest)
      .map((event): Offer => ({
        key: `hears:${event}`,
        what: `its answer to ${event}`,
        event: { kind: "request", event, field: undefined },
      })),
    ...Object.keys(surface?.messages ?? {}).map((locale) => ({
      key: `locale:${locale}`,
      what: `its messages in ${locale}`,
    })),
  ];
}

/** The names of the offers that fill a need: of the whole, and of the needed part. */
export function toOfferKeys(need: Need): string[] {
  switch (need.kind) {
    case "slot":
      return [`expose:${need.key}`, ...(need.variant === undefined ? [] : [`variant:${need.key}/${need.variant}`])];
    case "event":
      return [`sends:${need.event}`, ...(need.field === undefined ? [] : [`sends:${need.event}/${need.field}`])];
    case "request":
      return [`hears:${need.event}`];
  }
}

/** Whether a release announces the removal of an offer, or of the whole that it is a part of. */
export function isAnnounced({ surface }: Release, key: string): boolean {
  const announced = surface?.deprecates ?? {};
  return Object.hasOwn(announced, key) || Object.hasOwn(announced, toWhole(key));
}

/** The advice for a removal that is not announced yet. */
export function toRemoval(key: string): string {
  return `add ${JSON.stringify(key)} with what to use instead to "deprecates" in package.json, promote that release, and remove it in the next one.`;
}

/** The whole of a variant or a field: its island or event. */
export function toWhole(key: string): string {
  return key.startsWith("variant:") ? key.replace(/^variant:([^/]+)\/.*$/, "expose:$1") : key.replace(/\/.*$/, "");
}
