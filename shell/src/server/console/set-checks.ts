import { SiteError, toProblem } from "@site/contracts/errors";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { CheckSet } from "../publishing/admit-upload.ts";

/** What became of a check that an operator asked for. One that passed has a verdict in the store, and no state. */
export type SetCheckState = { kind: "running" } | { kind: "refused"; problem: string };

/** The release checks of whole sets that operators asked this server for. */
export interface SetChecks {
  /** Begins to check sets, after those that were asked for before; nothing more where that is under way. @throws SiteError `PUBLISH_BUSY` */
  start(sets: readonly SetVersions[]): void;
  /** Undefined where none was asked for, or it passed. */
  find(sets: readonly SetVersions[]): SetCheckState | undefined;
}

/** Checks that run or wait. Each takes seconds of one processor. */
const checksAtOnce = 4;

/** Refusals that are remembered, the newest. */
const maxRefused = 20;

const toKey = (sets: readonly SetVersions[]): string => JSON.stringify(sets);

/** Runs one check after the other, so that a server keeps a processor for its visitors. */
export function createSetChecks(check: CheckSet): SetChecks {
  const running = new Set<string>();
  const refused = new Map<string, string>();
  let last: Promise<void> = Promise.resolve();

  function refuse(key: string, problem: string): void {
    refused.set(key, problem);
    for (const oldest of refused.keys()) if (refused.size > maxRefused) refused.delete(oldest);
  }

  async function run(key: string, sets: readonly SetVersions[]): Promise<void> {
    try {
      for (const versions of sets) {
        const answer = await check(versions);
        if (!answer.ok) return refuse(key, answer.detail);
      }
    } catch (error) {
      refuse(key, toProblem(error));
    } finally {
      running.delete(key);
    }
  }

  return {
    start(sets) {
      const key = toKey(sets);
      if (running.has(key)) return;
      if (running.size >= checksAtOnce) throw new SiteError("PUBLISH_BUSY", { count: running.size });
      refused.delete(key);
      running.add(key);
      last = last.then(() => run(key, sets));
    },
    find(sets) {
      const key = toKey(sets);
      if (running.has(key)) return { kind: "running" };
      const problem = refused.get(key);
      return problem === undefined ? undefined : { kind: "refused", problem };
    },
  };
}
