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
  /** Makes pages of before the start live, unless a set is live already. The files of their releases are loaded afterwards. */
  restore(state: Omit<SiteState, "packages">, composedAt: string): void;
  /** The live pages that were composed before the start; undefined once all were composed anew. */
  restored(): RestoredPages | undefined;
  /** When the oldest of the live pages were composed: UTC, ISO 8601. */
  composedAt(): string | undefined;
  /**
   * Composes the store's current set with the current data and makes it live. Calls during a run lead to one more run after it.
   * @returns false when a part of the set failed, so that the caller should try again
   * @throws SiteError `STORE_EMPTY`, `STORE_TIMEOUT`, or why the shell does not verify or the set cannot be composed
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
  /** Called with every set that went live. */
  onLive?(state: SiteState): void;
}

/** Milliseconds until a read of a set or a release times out: a read that never ends would keep every later run from starting. */
const storeTimeoutMs = 30_000;

/** The set that is served. Pages are composed before it becomes live, and one assignment replaces all of them. */
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
    // The composing process starts while the releases are verified.
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

  /** After a run without failures no page counts as restored; after a partial one, the restored pages that it kept still do. */
  function noteComposed({ pages }: SiteState, isWhole: boolean): void {
    const staying = isWhole ? [] : [...pages.values()].filter((page) => restored?.pages.has(page));
    restored = restored && staying.length > 0 ? { ...restored, pages: new Set(staying) } : undefined;
    composedAt = restored?.composedAt ?? new Date().toISOString();
  }

  /** Loads the files of the restored pages' releases, such as assets and pictures. A refused release has none. */
  async function completeRestored(state: SiteState): Promise<void> {
    const packages = await loadPackages(state.set, undefined);
    if (live !== state) return;
    live = { ...state, packages };
    onLive?.(live);
  }

  /** A release that does not verify does not run: its slots show their last good HTML or a fallback. */
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
        // Without the shell no page can be composed: the live set stays.
        if (name === shellName) throw error;
      }
    }
    return loaded;
  }

  /**
   * Keeps a live release. While its record is the newest one it stays without a check, also when a key that signed it was revoked since.
   * Under a new record its signatures must count; an error of the disk is ignored, because its files are in memory.
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

  /** Counts every failure and logs each kind once, so that a remote that fails on a hundred pages takes one line. */
  function reportFailures(failures: readonly FailureKind[]): void {
    for (const kind of failures) {
      const remote = toIslandParts(kind.island).owner;
      metrics.remoteFailures.inc({ remote, version: kind.version, reason: "render" }, kind.pages);
      log.error({ remote, ...kind }, "a remote could not be rendered");
    }
  }

  const warned = new Set<string>();

  /** Warns once for each release and language that it lacks; its slots are in another language then (B184). */
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
      // When the shell cannot be loaded the pages stay as restored: the reconciler logs why and tries again.
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
