import { findFilled, type Manifests } from "./contract-needs.ts";
import { listMissed } from "./find-broken-needs.ts";
import { hasEvent } from "./find-unknown-events.ts";
import { sendsUnknownField } from "./find-unknown-fields.ts";
import { isAnnounced, listOffers, type Offer, toRemoval, toWhole } from "./offers.ts";
import type { CheckedRelease, Finding, NeedsSet, SetFinding } from "./release-check.ts";

/**
 * Offers that a release removed although the replaced release did not announce it. Events that are not in the contract do not count: a release
 * that names one is refused, and so could not announce it. Offers that others of the set need are reported with their needs, and a field that is
 * missing because it is misspelt with the unknown field.
 */
export function findUnannouncedRemovals(set: NeedsSet): SetFinding[] {
  const { releases, candidates, replaced = new Map() } = set;
  return [...replaced].flatMap(([name, { release: before, label: beforeLabel }]) => {
    const after = releases.get(name);
    // A release of an earlier format does not say what it sends and hears: nothing is known to be missing.
    if (!after || !after.release.surface) return [];
    const kept = new Set(listOffers(after.release).map(({ key }) => key));
    const missing = listOffers(before)
      .filter(({ event }) => event === undefined || hasEvent(before, event.event))
      .filter((offer) => !kept.has(offer.key) && !isOffered(offer, releases));
    const missed = listMissed(set, name);
    const isMisspelt = ({ event }: Offer): boolean =>
      event?.field !== undefined && candidates.has(name) && sendsUnknownField(after.release, event.event);
    return missing
      .filter((offer) => !isAnnounced(before, offer.key) && !missed.includes(offer.key) && !isMisspelt(offer))
      .filter(({ key }) => !missing.some((one) => one.key === toWhole(key) && key !== one.key))
      .map(({ key, what }): SetFinding => ({
        release: after.label,
        problem: `it no longer has ${what}; expected it, or its announcement in ${beforeLabel}, which is live; found neither.`,
        change: `Keep it. To remove it, ${toRemoval(key)}`,
      }));
  });
}

/** Whether an event is sent, or a request answered, by another package now, or with fields that the code does not name. */
function isOffered({ event }: Offer, releases: Manifests): boolean {
  return event !== undefined && findFilled(event, releases) === "filled";
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
