import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Signer } from "@site/contracts/signing/signed-document";
import type { HealthMetric, Regression, Tally } from "../health/canary-test.ts";
import { type CanaryWatch, createCanaryWatch } from "../health/canary-watch.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import type { ComparedView } from "./page-views.ts";

/** Returns a canary to the stable set when visitors clearly meet more problems with it (B303). */
export interface CanaryGuard {
  /** Watches the canary that is served. Counting restarts when the releases of the canary or the stable releases it replaces change. */
  follow(stable: SetVersions, canary: SetVersions | undefined): void;
  /** Counts a page view, and returns the canary when the counts show a regression. */
  take(view: ComparedView): void;
  /** Stops the retries of a return. */
  stop(): void;
}

export interface CanaryGuardOptions {
  store: Pick<ReleaseStore, "current" | "returnCanary">;
  /** The server's own key. */
  openKey(): Promise<Signer>;
  log: FastifyBaseLogger;
  /** Called when this server has returned a canary. */
  onReturn(regression: Regression): void;
  /** Called when a canary that this server tried to return is no longer live, also when another server returned it. */
  onReturned(): void;
  /** Milliseconds until the retry of a failed return, for tests. */
  retryMs?: number;
}

/** Milliseconds until the retry of a failed return. */
const usualRetryMs = 5000;

interface Watched {
  /** The text of {@link toChange}. */
  change: string;
  watch: CanaryWatch;
  returning?: Promise<void>;
}

export function createCanaryGuard({
  store,
  openKey,
  log,
  onReturn,
  onReturned,
  retryMs = usualRetryMs,
}: CanaryGuardOptions): CanaryGuard {
  const ended = new AbortController();
  let watched: Watched | undefined;

  /** Tries once to return the canary. @returns whether the canary is no longer live */
  async function tryReturn(change: string, regression: Regression): Promise<boolean> {
    const why = toReason(regression);
    try {
      const record = await store.current();
      const { canary } = record?.channels ?? {};
      if (!record || !canary || toChange(record.set.versions, canary.set.versions) !== change) return true;
      await store.returnCanary(record.set.revision, why, await openKey());
      log.warn({ revision: record.set.revision + 1, why }, "the canary was returned to the stable set");
      onReturn(regression);
      return true;
    } catch (error) {
      // Another record came first: it may have ended the canary already.
      if (isSiteError(error, "REVISION_CONFLICT")) return false;
      log.error(
        { problem: toProblem(error), why },
        isSiteError(error, "SIGNATURE_FOREIGN")
          ? "the canary should be returned, and no operator named this server with `site canary guard`"
          : "the canary should be returned, and cannot be",
      );
      await sleep(retryMs, undefined, { signal: ended.signal, ref: false });
      return false;
    }
  }

  const isWatched = (one: Watched): boolean => watched === one;

  async function returnWithRetries(one: Watched, regression: Regression): Promise<void> {
    try {
      let isReturned = false;
      while (!isReturned && isWatched(one)) isReturned = await tryReturn(one.change, regression);
      if (!isReturned) return;
      // A new canary of the same releases may start before this server reads the record of the return.
      if (isWatched(one)) watched = undefined;
      onReturned();
    } catch (error) {
      if (!ended.signal.aborted)
        log.error({ problem: toProblem(error) }, "the canary should be returned, and cannot be");
    }
  }

  return {
    follow(stable, canary) {
      const change = canary && toChange(stable, canary);
      if (watched?.change === change) return;
      watched = canary && change !== undefined ? { change, watch: createCanaryWatch(Object.keys(canary)) } : undefined;
    },
    take(view) {
      const one = watched;
      if (!one || one.returning) return;
      one.watch.take(view);
      const regression = one.watch.regression();
      if (regression) one.returning = returnWithRetries(one, regression);
    },
    stop: () => ended.abort(),
  };
}

/** What a canary changes: each package with its release in both sets. */
function toChange(stable: SetVersions, canary: SetVersions): string {
  const names: PackageName[] = Object.keys({ ...stable, ...canary }).toSorted();
  return names
    .filter((name) => stable[name] !== canary[name])
    .map((name) => `${name} ${stable[name]} ${canary[name]}`)
    .join("\n");
}

const metricWords: Record<HealthMetric, string> = {
  errors: "problems",
  inp: "slow answers to input",
  lcp: "late largest contents",
  cls: "shifts of the layout",
};

/** Why a canary is returned, for the history: `content: problems in 9 of 10 visits of the canary, in 1 of 40 of the stable set (p 0.0004)`. */
function toReason({ remote, metric, p, canary, stable }: Regression): string {
  return `${remote}: ${metricWords[metric]} in ${toShare(canary)} visits of the canary, in ${toShare(stable)} of the stable set (p ${p.toPrecision(1)})`;
}

function toShare({ bad, count }: Tally): string {
  return `${bad} of ${count}`;
}
