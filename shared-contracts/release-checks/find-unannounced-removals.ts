import { isRequest } from "../src/events/request-events.ts";
import type { Release } from "../src/releases/release.ts";
import { moreFields } from "../src/releases/release-surface.ts";
import { hasEvent } from "./find-unknown-events.ts";
import { findFilled, type Manifests } from "./contract-needs.ts";
import type { CheckedRelease, CheckedSet, Finding, SetFinding } from "./release-check.ts";

/** Something that a release gives to other packages: its name as announcements write it, and in words. */
interface Offer {
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

/**
 * What releases no longer give to others, without that the release which they replace has announced it. An event that the contract does not
 * have is nothing to others: a release that names one is refused, and so could not announce it.
 */
export function findUnannouncedRemovals({
  releases,
  replaced = new Map(),
}: Pick<CheckedSet, "releases" | "replaced">): SetFinding[] {
  return [...replaced].flatMap(([name, { release: before, label: beforeLabel }]) => {
    const after = releases.get(name);
    // A release of an earlier format does not say what it sends and hears: nothing is known to be missing.
    if (!after || !after.release.surface) return [];
    const kept = new Set(listOffers(after.release).map(({ key }) => key));
    const announced = before.surface?.deprecates ?? {};
    const missing = listOffers(before)
      .filter(({ event }) => event === undefined || hasEvent(before, event.event))
      .filter((offer) => !kept.has(offer.key) && !isOffered(offer, releases));
    return missing
      .filter(({ key }) => !Object.hasOwn(announced, key) && !Object.hasOwn(announced, toWhole(key)))
      .filter(({ key }) => !missing.some((one) => one.key === toWhole(key) && key !== one.key))
      .map(({ key, what }): SetFinding => ({
        release: after.label,
        problem: `it no longer has ${what}; expected it, or its announcement in ${beforeLabel}, which is live; found neither.`,
        change: `Keep it. To remove it, add ${JSON.stringify(key)} with what to use instead to "deprecates" in package.json, promote that release, and remove it in the next one.`,
      }));
  });
}

/** Whether an event is sent, or a request answered, by another package now, or with fields that the code does not name. */
function isOffered({ event }: Offer, releases: Manifests): boolean {
  return event !== undefined && findFilled(event, releases) === "filled";
}

/** What a variant or a field is a part of: its island or event. */
function toWhole(key: string): string {
  return key.startsWith("variant:") ? key.replace(/^variant:([^/]+)\/.*$/, "expose:$1") : key.replace(/\/.*$/, "");
}

/** Announcements of a release about things that it does not have. */
export function findEmptyAnnouncements({ release }: Pick<CheckedRelease, "release">): Finding[] {
  const offers = listOffers(release).map(({ key }) => key);
  return Object.keys(release.surface?.deprecates ?? {})
    .filter((key) => !offers.includes(key))
    .map((key): Finding => ({
      file: "package.json",
      problem: `"deprecates" names ${key}, which the release does not have; it has ${offers.join(", ") || "nothing"}.`,
    }));
}
