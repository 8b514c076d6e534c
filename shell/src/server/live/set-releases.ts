import type { FastifyBaseLogger } from "fastify";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { within } from "../disk/within.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { LoadedPackages, LoadedRelease } from "../releases/loaded-release.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import { isTrustError } from "../releases/trust/is-trust-error.ts";
import type { Metrics } from "./metrics.ts";
import { isStoreAway, reportUnloaded } from "./unloaded-release.ts";

/** The verified releases of sets. */
export interface SetReleases {
  /** Loads every release of a set that is not live yet. @throws when a release does not verify */
  loadAll(set: ReleaseSet): Promise<LoadedPackages>;
  /**
   * Loads the releases of a set that verify. A release that does not is counted, logged and left out: its slots show their last good HTML or a fallback.
   * @param served the sets that are served, whose releases are loaded already
   * @throws when the shell does not verify, or the store gives no answer and a set is served
   */
  load(set: ReleaseSet, served: readonly SiteState[]): Promise<LoadedPackages>;
}

/** Milliseconds until a read of a set or a release times out: a read that never ends would block every later run. */
const storeTimeoutMs = 30_000;

export function createSetReleases(store: ReleaseStore, metrics: Metrics, log: FastifyBaseLogger): SetReleases {
  async function loadAll({ versions }: ReleaseSet): Promise<LoadedPackages> {
    const loading = Object.entries(versions).map(
      async ([name, version]) => [name, await inTime(store.load(name, version))] as const,
    );
    return new Map(await Promise.all(loading));
  }

  async function load(set: ReleaseSet, served: readonly SiteState[]): Promise<LoadedPackages> {
    const loading = Object.entries(set.versions).map(
      async ([name, version]): Promise<[PackageName, LoadedRelease][]> => {
        const before = served.find(({ packages }) => packages.get(name)?.release.version === version);
        const same = before?.packages.get(name);
        try {
          return [[name, same ? await reuse(same, set, before) : await inTime(store.load(name, version))]];
        } catch (error) {
          reportUnloaded(error, { name, version }, { metrics, log });
          // Without the shell no page can be composed. While the store does not answer, the served set is better than a set that lacks a release.
          if (name === shellName || (isStoreAway(error) && served.length > 0)) throw error;
          return [];
        }
      },
    );
    return new Map((await Promise.all(loading)).flat());
  }

  /**
   * Reuses a live release. It is checked again only under a new record, so the revocation of a key does not change the set of the same record.
   * Errors of the disk are ignored, because the files are in memory.
   */
  async function reuse(
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

  return { loadAll, load };
}

/** Limits a read of the store to {@link storeTimeoutMs}. @throws SiteError `STORE_TIMEOUT` */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, storeTimeoutMs, new SiteError("STORE_TIMEOUT", { milliseconds: storeTimeoutMs }));
}
