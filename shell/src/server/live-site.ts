import type { FastifyBaseLogger } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { type PackageName, shellName } from "@site/contracts/package-name";
import type { ReleaseSet } from "@site/contracts/release-set";
import { toIslandParts } from "@site/contracts/remote";
import type { Composer } from "./compose/composer.ts";
import type { DataStore } from "./data/data-store.ts";
import type { Metrics } from "./metrics.ts";
import { type PageKey, toKeyString } from "./page/page-key.ts";
import type { LoadedPackages, MissingLocale, RemoteFailure } from "./page/render-fragments.ts";
import type { LivePage, SiteState } from "./page/site-state.ts";
import type { LoadedRelease } from "./release/release-files.ts";
import type { ReleaseStore } from "./release/release-store.ts";

export interface LiveSite {
  /** Undefined before the first set was composed. */
  state(): SiteState | undefined;
  findPage(key: PageKey): LivePage | undefined;
  /** Composes the current set and data off to the side and makes them live. Calls meanwhile lead to one more run. */
  refresh(): Promise<void>;
}

export interface LiveSiteOptions {
  store: ReleaseStore;
  data: DataStore;
  composer: Composer;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** Told of every set that went live. */
  onLive?(state: SiteState): void;
}

/** Milliseconds before a composition with failures is tried again: at first, and at most. */
const firstRetryDelay = 2500;
const maxRetryDelay = 60_000;

/** The site as it is served: composed ahead, flipped with one assignment. */
export function createLiveSite({ store, data, composer, metrics, log, onLive }: LiveSiteOptions): LiveSite {
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
    const { state: next, failures, missingLocales } = await composer.compose(record.set, packages, data.documents(), live);
    reportFailures(failures);
    reportMissingLocales(missingLocales);
    retryLater(failures.length > 0);
    live = next;
    metrics.revision.set(record.set.revision);
    log.info({ revision: record.set.revision, set: record.set.id, pages: next.pages.size, seconds: stop() }, "the set is live");
    onLive?.(next);
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
    for (const [name, version] of Object.entries(set.versions)) {
      const same = known?.get(name);
      try {
        loaded.set(name, same?.release.version === version ? same : await store.load(name, version));
      } catch (error) {
        const code = isSiteError(error) ? error.code : "UNKNOWN";
        metrics.releasesRefused.inc({ remote: name, code });
        log.error({ remote: name, version, code, problem: toProblem(error) }, "a release was refused");
        // Without the shell there is no page at all: whatever is live stays.
        if (name === shellName) throw error;
      }
    }
    return loaded;
  }

  /** Counts every failure and logs each kind once: a remote that fails on a hundred pages is one line. */
  function reportFailures(failures: readonly RemoteFailure[]): void {
    for (const { island, version } of failures) metrics.remoteFailures.inc({ remote: toIslandParts(island).owner, version, reason: "render" });
    for (const kind of Map.groupBy(failures, ({ island, problem }) => `${island} ${problem}`).values()) {
      const last = kind.at(-1);
      if (last) log.error({ remote: toIslandParts(last.island).owner, ...last, pages: kind.length }, "a remote could not be rendered");
    }
  }

  const warned = new Set<string>();

  /** Says once of each release which language it lacks: its words are another's (B184). */
  function reportMissingLocales(missing: readonly MissingLocale[]): void {
    for (const one of missing) {
      const key = Object.values(one).join(" ");
      if (!warned.has(key)) log.warn(one, "a remote has no messages in a language of the site");
      warned.add(key);
    }
  }

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
