import { isSiteEvent } from "../src/events/is-site-event.ts";
import type { Release } from "../src/releases/release.ts";
import { findQuoted } from "./find-message-line.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/**
 * Whether the contract has an event that a release sends or hears: this version of the contract, or the newer one that the release was
 * built against, whose build wrote the event's detail into the manifest.
 */
export function hasEvent({ surface }: Pick<Release, "surface">, event: string): boolean {
  return isSiteEvent(event) || Object.hasOwn(surface?.details ?? {}, event);
}

/** Events that a release sends or hears and that are none of the contract: no other package can know what they mean. */
export function findUnknownEvents({ release, sourceRoot }: Pick<CheckedRelease, "release" | "sourceRoot">): Finding[] {
  const { surface } = release;
  return (["sends", "hears"] as const).flatMap((verb) =>
    Object.keys(surface?.[verb] ?? {})
      .filter((event) => !hasEvent(release, event))
      .map((event): Finding => ({
        file: "release.json",
        ...findQuoted(sourceRoot, event),
        problem: `it ${verb} ${event}, which is no event of the contract.`,
      })),
  );
}
