import { LRUCache } from "lru-cache";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Beacon } from "../../layout/beacon.ts";
import { readPageView, type ReleaseOutcome } from "../health/page-view.ts";
import type { HealthCounts } from "../health/release-health.ts";
import type { Arm } from "../health/rate-test.ts";

/** A view of a document that is compared. */
export interface ComparedView {
  arm: Arm;
  address: string;
  outcomes: readonly ReleaseOutcome[];
}

export interface PageViews {
  /** From now on documents of these sets are known, beside those of earlier sets. The canary, if there is one, is compared with the stable set. */
  note(stable: SetVersions, canary: SetVersions | undefined): void;
  /** Takes a beacon. @returns `counted`, or `unknown` for a document of no set that is or was live */
  take(beacon: Beacon, address: string): "counted" | "unknown";
}

export interface PageViewsOptions {
  counts: HealthCounts;
  /** Called with the views of visitors with a bucket that are of the set which their bucket assigns. */
  onCompared(view: ComparedView): void;
}

/** Sets of which documents may still be open. */
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
