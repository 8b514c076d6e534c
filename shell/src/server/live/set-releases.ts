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
  /** Every release of a set that is not live yet. @throws when one does not verify */
  loadAll(set: ReleaseSet): Promise<LoadedPackages>;
  /**
   * The releases of a set that verify. One that does not is counted, logged and left out: its slots show their last good HTML or a fallback.
   * @param served the sets that are served, whose releases are loaded already
   * @throws when the shell does not verify, or the store gives no answer and a set is served
   */
  load(set: ReleaseSet, served: readonly SiteState[]): Promise<LoadedPackages>;
}

/** Milliseconds until a read of a set or a release times out: a read that never ends would keep every later run from starting. */
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
          return [[name, same ? await keep(same, set, before) : await inTime(store.load(name, version))]];
        } catch (error) {
          reportUnloaded(error, { name, version }, { metrics, log });
          // Without the shell no page can be composed. While the store is away, what is served is better than a set without one of its releases.
          if (name === shellName || (isStoreAway(error) && served.length > 0)) throw error;
          return [];
        }
      },
    );
    return new Map((await Promise.all(loading)).flat());
  }

  /**
   * Keeps a live release. Under the same record it is not checked again, even when a key that signed it was revoked meanwhile. Under a new record its
   * signatures must be valid. Errors of the disk are ignored, because its files are in memory.
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

  return { loadAll, load };
}

/** @throws SiteError `STORE_TIMEOUT` */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, storeTimeoutMs, new SiteError("STORE_TIMEOUT", { milliseconds: storeTimeoutMs }));
}
