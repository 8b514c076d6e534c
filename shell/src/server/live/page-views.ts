import { LRUCache } from "lru-cache";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Beacon } from "../../layout/beacon.ts";
import { readPageView, type ReleaseOutcome } from "../health/page-view.ts";
import type { HealthCounts } from "../health/release-health.ts";
import type { Arm } from "../health/rate-test.ts";

/** A page view that counts in the comparison of the canary with the stable set. */
export interface ComparedView {
  arm: Arm;
  address: string;
  outcomes: readonly ReleaseOutcome[];
}

export interface PageViews {
  /** Adds the sets that are served to the known ones, and compares the canary, if there is one, with the stable set. */
  note(stable: SetVersions, canary: SetVersions | undefined): void;
  /** Counts a beacon. @returns `counted`, or `unknown` when its document is of no set that this server served */
  take(beacon: Beacon, address: string): "counted" | "unknown";
}

export interface PageViewsOptions {
  counts: HealthCounts;
  /** Called with the views of visitors who have a bucket and saw the set that it assigns. */
  onCompared(view: ComparedView): void;
}

/** Most sets that are known: those of which documents may still be open in browsers. */
const maxSets = 16;

/** Turns beacons into page views, by the sets that this server has served. */
export function createPageViews({ counts, onCompared }: PageViewsOptions): PageViews {
  const sets = new LRUCache<string, SetVersions>({ max: maxSets });
  let compared: Partial<Record<Arm, SetVersions>> = {};

  function readArm(beacon: Beacon, address: string): void {
    const { channel } = beacon;
    const set = channel === "none" ? undefined : compared[channel];
    const outcomes = set && readPageView(beacon, set);
    if (channel !== "none" && outcomes) onCompared({ arm: channel, address, outcomes });
  }

  return {
    note(stable, canary) {
      for (const one of [stable, canary]) if (one) sets.set(JSON.stringify(one), one);
      compared = canary ? { stable, canary } : {};
    },
    take(beacon, address) {
      for (const set of sets.values()) {
        const outcomes = readPageView(beacon, set);
        if (!outcomes) continue;
        counts.add(outcomes, address);
        readArm(beacon, address);
        return "counted";
      }
      return "unknown";
    },
  };
}
