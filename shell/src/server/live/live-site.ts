import type { FastifyBaseLogger } from "fastify";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { Composer } from "../composition/process/composer.ts";
import type { FailureKind } from "../composition/process/compose-messages.ts";
import type { DataStore } from "../data/data-store.ts";
import type { Metrics } from "./metrics.ts";
import { type PageKey, toKeyString } from "../pages/page-key.ts";
import type { MissingLocale } from "../composition/fragments/render-fragments.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import type { LivePage, SiteState } from "../pages/site-state.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import { isTrustError } from "../releases/trust/is-trust-error.ts";
import { within } from "./within.ts";

export interface LiveSite {
  /** Undefined before the first set was composed. */
  state(): SiteState | undefined;
  findPage(key: PageKey): LivePage | undefined;
  /** Makes pages live that were composed before the server started, unless some are live already. The files of their releases follow. */
  restore(state: Omit<SiteState, "packages">, composedAt: string): void;
  /** What of the live pages is of before the start; undefined once all of it was composed anew. */
  restored(): RestoredPages | undefined;
  /** When the oldest of what is live was composed: UTC, ISO 8601. */
  composedAt(): string | undefined;
  /**
   * Composes the current set and data off to the side and makes them live. Calls meanwhile lead to one more run. False when a
   * part of the set failed, which may have been bad luck: then it is worth trying again.
   * @throws SiteError `STORE_EMPTY`, `STORE_TIMEOUT`, why the shell does not verify, why the set cannot be composed
   */
  refresh(): Promise<boolean>;
}

export interface RestoredPages {
  /** When they were composed: UTC, ISO 8601. */
  composedAt: string;
  pages: number;
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

/** Milliseconds the store has to give a set or a release: a run that waits for ever would keep every later one from starting. */
const storeTimeoutMs = 30_000;

/** The site as it is served: composed ahead, flipped with one assignment. */
export function createLiveSite({ store, data, composer, metrics, log, onLive }: LiveSiteOptions): LiveSite {
  let live: SiteState | undefined;
  let running: Promise<boolean> | undefined;
  let again = false;
  let restored: { composedAt: string; pages: ReadonlySet<LivePage> } | undefined;
  let composedAt: string | undefined;

  async function run(): Promise<boolean> {
    const record = await inTime(store.current());
    if (!record) throw new SiteError("STORE_EMPTY", {});
    const stop = metrics.composeSeconds.startTimer();
    // It starts while the releases are verified.
    if (record.set.id !== live?.set.id) composer.warm();
    const packages = await loadPackages(record.set, live);
    const {
      state: next,
      composed,
      failures,
      missingLocales,
    } = await composer.compose(record.set, packages, data.documents(), live);
    reportFailures(failures);
    reportMissingLocales(missingLocales);
    live = next;
    const isWhole = failures.length === 0 && packages.size === Object.keys(record.set.versions).length;
    noteComposed(next, isWhole);
    metrics.revisionLive.set(record.set.revision);
    log.info(
      {
        revision: record.set.revision,
        set: record.set.id,
        pages: next.pages.size,
        composed: composed.length,
        seconds: stop(),
      },
      "the set is live",
    );
    onLive?.(next);
    return isWhole;
  }

  /** What was composed whole stands for itself, also where it came out as it was; else what stayed of before the start is old. */
  function noteComposed({ pages }: SiteState, isWhole: boolean): void {
    const staying = isWhole ? [] : [...pages.values()].filter((page) => restored?.pages.has(page));
    restored = restored && staying.length > 0 ? { ...restored, pages: new Set(staying) } : undefined;
    composedAt = restored?.composedAt ?? new Date().toISOString();
  }

  /** Fetches the files of the releases of restored pages: their assets and pictures. A release that is refused has none. */
  async function completeRestored(state: SiteState): Promise<void> {
    const packages = await loadPackages(state.set, undefined);
    if (live !== state) return;
    live = { ...state, packages };
    onLive?.(live);
  }

  /** A release that does not verify does not run: its slots show their last good HTML or a stand-in. */
  async function loadPackages(set: ReleaseSet, before: SiteState | undefined): Promise<LoadedPackages> {
    const loaded = new Map<PackageName, LoadedRelease>();
    for (const [name, version] of Object.entries(set.versions)) {
      const same = before?.packages.get(name);
      try {
        loaded.set(
          name,
          same?.release.version === version ? await keep(same, set, before) : await inTime(store.load(name, version)),
        );
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

  /**
   * A release that is live stays for as long as its record is the newest one, also when a key that signed it was revoked since. A new
   * record has to name releases whose signatures count; trouble of the disk is none of a release that is in memory.
   */
  async function keep(
    release: LoadedRelease,
    { revision }: ReleaseSet,
    before: SiteState | undefined,
  ): Promise<LoadedRelease> {
    if (revision === before?.set.revision) return release;
    try {
      await inTime(store.check(release.release.name, release.release.version));
    } catch (error) {
      if (isTrustError(error) || isSiteError(error, "RELEASE_NOT_FOUND")) throw error;
    }
    return release;
  }

  /** Counts every failure and logs each kind once: a remote that fails on a hundred pages is one line. */
  function reportFailures(failures: readonly FailureKind[]): void {
    for (const kind of failures) {
      const remote = toIslandParts(kind.island).owner;
      metrics.remoteFailures.inc({ remote, version: kind.version, reason: "render" }, kind.pages);
      log.error({ remote, ...kind }, "a remote could not be rendered");
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
    restore(state, at) {
      if (live) return;
      const started: SiteState = { ...state, packages: new Map() };
      live = started;
      restored = { composedAt: at, pages: new Set(state.pages.values()) };
      composedAt = at;
      metrics.revisionLive.set(state.set.revision);
      // Without its shell it stays as it is: the reconciler tells why, and tries again.
      completeRestored(started).catch(() => undefined);
    },
    restored: () => restored && { composedAt: restored.composedAt, pages: restored.pages.size },
    composedAt: () => composedAt,
    findPage: (key) => live?.pages.get(toKeyString(key)),
    async refresh() {
      again = true;
      running ??= (async () => {
        try {
          let isWhole = true;
          while (again) {
            again = false;
            isWhole = await run();
          }
          return isWhole;
        } finally {
          running = undefined;
        }
      })();
      return running;
    },
  };
  return liveSite;
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, storeTimeoutMs, new SiteError("STORE_TIMEOUT", { milliseconds: storeTimeoutMs }));
}
