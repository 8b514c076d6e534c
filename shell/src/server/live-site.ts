import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { type PackageName, packageNames } from "@site/contracts/package-name";
import type { ReleaseSet } from "@site/contracts/release-set";
import { toIslandParts } from "@site/contracts/remote";
import type { SiteConfig } from "@site/contracts/site-config";
import type { DataStore } from "./data/data-store.ts";
import type { Metrics } from "./metrics.ts";
import { recompress } from "./page/encoded-page.ts";
import { type PageKey, toKeyString } from "./page/page-key.ts";
import { FragmentMemory, type LoadedPackages, type RemoteFailure } from "./page/render-fragments.ts";
import { composeSite, type LivePage, type SiteState } from "./page/site-state.ts";
import type { LoadedRelease } from "./release/release-files.ts";
import type { ReleaseStore } from "./release/release-store.ts";
import type { RenderPool } from "./render/render-pool.ts";

export interface LiveSite {
  /** Undefined before the first set was composed. */
  state(): SiteState | undefined;
  findPage(key: PageKey): LivePage | undefined;
  /** Composes the current set and data off to the side and makes them live. Calls meanwhile lead to one more run. */
  refresh(): Promise<void>;
}

export interface LiveSiteOptions {
  site: SiteConfig;
  store: ReleaseStore;
  data: DataStore;
  pool: RenderPool;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

/** Milliseconds without a flip before pages are compressed as well as they can be: that takes a core for a while. */
const calmTime = 5000;

/** Milliseconds before a composition with failures is tried again: at first, and at most. */
const firstRetryDelay = 2500;
const maxRetryDelay = 60_000;

/** The site as it is served: composed ahead, flipped with one assignment. */
export function createLiveSite({ site, store, data, pool, metrics, log }: LiveSiteOptions): LiveSite {
  const memory = new FragmentMemory();
  let live: SiteState | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let retry: NodeJS.Timeout | undefined;
  let retryDelay = firstRetryDelay;

  async function run(): Promise<void> {
    const record = await store.current();
    if (!record) throw new Error("the release store has no release set yet");
    const stop = metrics.composeSeconds.startTimer();
    const packages = await loadPackages(record.set, live?.packages);
    const failures = collectFailures();
    const next = await composeSite(record.set, live, { packages, site, data: data.documents(), pool, memory, onFailure: failures.add });
    failures.report();
    retryLater(failures.any());
    live = next;
    metrics.revision.set(record.set.revision);
    log.info({ revision: record.set.revision, set: record.set.id, pages: next.pages.size, seconds: stop() }, "the set is live");
    recompressPages(next).catch((error: unknown) => log.error({ problem: toProblem(error) }, "pages could not be recompressed"));
  }

  /** What failed may have been bad luck: it is tried again, less and less often while it keeps failing. */
  function retryLater(failed: boolean): void {
    clearTimeout(retry);
    if (!failed) {
      retryDelay = firstRetryDelay;
      return;
    }
    retry = setTimeout(() => void liveSite.refresh().catch((error: unknown) => log.error({ problem: toProblem(error) }, "the retry failed")), retryDelay);
    retryDelay = Math.min(retryDelay * 2, maxRetryDelay);
    retry.unref();
  }

  /** A release that does not verify does not run: its slots show their last good HTML or a stand-in. */
  async function loadPackages(set: ReleaseSet, known: LoadedPackages | undefined): Promise<LoadedPackages> {
    const loaded = new Map<PackageName, LoadedRelease>();
    for (const name of packageNames) {
      const same = known?.get(name);
      try {
        loaded.set(name, same?.release.version === set.versions[name] ? same : await store.load(name, set.versions[name]));
      } catch (error) {
        const code = isSiteError(error) ? error.code : "UNKNOWN";
        metrics.releasesRefused.inc({ remote: name, code });
        log.error({ remote: name, version: set.versions[name], code, problem: toProblem(error) }, "a release was refused");
        // Without the shell there is no page at all: whatever is live stays.
        if (name === "shell") throw error;
      }
    }
    return loaded;
  }

  /** Counts every failure and logs each kind once: a remote that fails on a hundred pages is one line. */
  function collectFailures() {
    const kinds = new Map<string, RemoteFailure & { pages: number }>();
    return {
      add(failure: RemoteFailure): void {
        const kind = `${failure.island} ${failure.problem}`;
        kinds.set(kind, { ...failure, pages: (kinds.get(kind)?.pages ?? 0) + 1 });
        metrics.remoteFailures.inc({ remote: toIslandParts(failure.island).owner, version: failure.version, reason: "render" });
      },
      any: () => kinds.size > 0,
      report(): void {
        for (const { island, ...failure } of kinds.values()) {
          log.error({ remote: toIslandParts(island).owner, island, ...failure }, "a remote could not be rendered");
        }
      },
    };
  }

  /** Makes every page as small as it gets, one after the other, while nothing newer is live. */
  async function recompressPages(state: SiteState): Promise<void> {
    await delay(calmTime, undefined, { ref: false });
    for (const page of state.pages.values()) {
      for (const body of [page.document, page.payload]) {
        if (live !== state) return;
        if (!smallest.has(body)) await recompress(body);
        smallest.add(body);
      }
    }
  }
  const smallest = new WeakSet<object>();

  const liveSite: LiveSite = {
    state: () => live,
    findPage: (key) => live?.pages.get(toKeyString(key)),
    async refresh() {
      again = true;
      running ??= (async () => {
        try {
          while (again) {
            again = false;
            await run();
          }
        } finally {
          running = undefined;
        }
      })();
      return running;
    },
  };
  return liveSite;
}
