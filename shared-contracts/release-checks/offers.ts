import { isRequest } from "../src/events/request-events.ts";
import type { Release } from "../src/releases/release.ts";
import { moreFields } from "../src/releases/release-surface.ts";
import type { Need } from "./contract-needs.ts";

/** Something that a release gives to other packages: its name as announcements write it, and in words. */
export interface Offer {
  key: string;
  what: string;
  /** The event that any package may send or hear in its place; undefined for what only this package can have. */
  event?: { kind: "event" | "request"; event: string; field: string | undefined };
}

/** What a release gives to other packages: islands, variants, events with their fields, answers to requests, languages. */
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

/** The names of what fills a need: of the whole, and of the part that is asked for. */
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

/** Whether a release announces that something of it goes, or the whole that it is a part of. */
export function isAnnounced({ surface }: Release, key: string): boolean {
  const announced = surface?.deprecates ?? {};
  return Object.hasOwn(announced, key) || Object.hasOwn(announced, toWhole(key));
}

/** How something is removed that is not announced yet. */
export function toRemoval(key: string): string {
  return `add ${JSON.stringify(key)} with what to use instead to "deprecates" in package.json, promote that release, and remove it in the next one.`;
}

/** What a variant or a field is a part of: its island or event. */
export function toWhole(key: string): string {
  return key.startsWith("variant:") ? key.replace(/^variant:([^/]+)\/.*$/, "expose:$1") : key.replace(/\/.*$/, "");
}
