import { createPrefixCounts } from "../reports/prefix-counts.ts";
import { createCanaryTest, type Regression, type RemoteOutcome } from "./canary-test.ts";
import type { Arm } from "./rate-test.ts";

/** Distinct networks that are counted in each set. A canary is decided after a few hundred, so later ones change nothing. */
const maxNetworks = 20_000;

/** Compares one canary with the stable set by the reports of visitors' browsers. */
export interface CanaryWatch {
  /**
   * Takes a browser's report of a page view. Only the first view of each set counts per network: a client that sends a report a thousand times, or
   * from all addresses of its network, has no more weight than one visitor.
   * @returns whether it counted
   */
  take(view: { arm: Arm; address: string; outcomes: readonly RemoteOutcome[] }): boolean;
  /** The first clear regression; undefined while there is none. */
  regression(): Regression | undefined;
}

/** @param remotes the packages of the canary's set: reports about others are not counted */
export function createCanaryWatch(remotes: readonly string[]): CanaryWatch {
  const networks = createPrefixCounts({ maxKeys: 2, maxPrefixes: maxNetworks });
  const known = new Set(remotes);
  const test = createCanaryTest(known.size);
  return {
    take({ arm, address, outcomes }) {
      if (!networks.add(arm, address)) return false;
      const told = new Set<string>();
      for (const outcome of outcomes) {
        if (!known.has(outcome.remote) || told.has(outcome.remote)) continue;
        told.add(outcome.remote);
        test.add(arm, outcome);
      }
      return true;
    },
    regression: test.regression,
  };
}
