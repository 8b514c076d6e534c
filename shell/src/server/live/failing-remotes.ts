import { toIslandParts } from "@site/contracts/names/island-name";
import type { FailureKind } from "../composition/process/compose-messages.ts";

/** A live release of which islands cannot be rendered: their last good HTML stands in, or a fallback. */
export interface FailingRelease {
  /** Such as `content@1.0.0-3f2a9c0d11aa`. */
  release: string;
  /** Such as `content/about-us`, in alphabetical order. */
  islands: string[];
  /** The number of page variants with the island that fails on most of them. */
  pages: number;
  /** Since when it fails, at the earliest since the start of this server: UTC, ISO 8601. */
  since: string;
}

/** The releases of the live set that fail now, for operators who ask after the line in the log was written. */
export interface FailingRemotes {
  /** Takes the failures of the set that goes live. What is not among them renders. */
  note(failures: readonly FailureKind[]): void;
  list(): readonly FailingRelease[];
}

export function createFailingRemotes(now: () => Date = () => new Date()): FailingRemotes {
  let failing: readonly FailingRelease[] = [];

  return {
    note(failures) {
      const releases = Map.groupBy(failures, ({ island, version }) => `${toIslandParts(island).owner}@${version}`);
      failing = [...releases].map(([release, kinds]) => {
        const islands = Map.groupBy(kinds, ({ island }) => island);
        const counts = [...islands.values()].map((same) => same.reduce((sum, { pages }) => sum + pages, 0));
        const before = failing.find((one) => one.release === release);
        return {
          release,
          islands: [...islands.keys()].toSorted(),
          pages: Math.max(...counts),
          since: before?.since ?? now().toISOString(),
        };
      });
    },
    list: () => failing,
  };
}
