import { isSiteError, SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { createLoadCache } from "../../caches/load-cache.ts";
import { within } from "../../disk/within.ts";
import { isStoreAway } from "../../live/unloaded-release.ts";
import { countBytes, type LoadedRelease } from "../../releases/loaded-release.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";

/** Most bytes of cached releases beside the live ones, for open tabs: those of three of today's sets. */
const maxCachedBytes = 8 * 2 ** 20;

/** Milliseconds after which a cached release is verified again: a key that signed it may have been revoked. */
const cacheMs = 60_000;

/** The timeout in milliseconds of a request to the store: a disk behind a network may give neither answer nor error for minutes. */
const storeTimeoutMs = 5000;

/** Most reads that may exceed that timeout at once. Each blocks one of the four threads that Node has for all disk access. */
const maxSlowReads = 2;

/** Releases that are in the store and not live. */
export interface EarlierReleases {
  /** @returns `"unreadable"` while the store cannot tell whether there is such a release; undefined when there is none, or it is refused */
  find(name: PackageName, version: string): Promise<LoadedRelease | "unreadable" | undefined>;
}

export interface EarlierReleasesOptions {
  store: Pick<ReleaseStore, "load" | "revision">;
  /** The revision that is live, 0 before the first. */
  readLiveRevision(): number;
  /** Called with every error except `RELEASE_NOT_FOUND`. */
  onUnloaded(error: unknown, release: { name: PackageName; version: string }): void;
}

export function createEarlierReleases({
  store,
  readLiveRevision,
  onUnloaded,
}: EarlierReleasesOptions): EarlierReleases {
  /** The releases whose reads exceeded the timeout, by package and version. */
  const slow = new Set<string>();
  const cache = createLoadCache<string, LoadedRelease, { name: PackageName; version: string }>({
    maxSize: maxCachedBytes,
    sizeCalculation: countBytes,
    ttl: cacheMs,
    fetchMethod: (_key, _stale, { context }) => store.load(context.name, context.version),
  });

  /** Whether the store cannot be read now, or is behind the live revision, as is the empty folder of a disk that is not mounted. */
  async function isUnreadable(error: unknown): Promise<boolean> {
    if (isStoreAway(error) || isSiteError(error, "STORE_CORRUPT")) return true;
    try {
      return (await store.revision()) < readLiveRevision();
    } catch {
      return true;
    }
  }

  async function read(name: PackageName, version: string): Promise<LoadedRelease | "unreadable" | undefined> {
    try {
      return await cache.fetch(`${name}@${version}`, { context: { name, version } });
    } catch (error) {
      if (!isSiteError(error, "RELEASE_NOT_FOUND")) onUnloaded(error, { name, version });
      return (await isUnreadable(error)) ? "unreadable" : undefined;
    }
  }

  return {
    async find(name, version) {
      const label = `${name}@${version}`;
      if (slow.has(label) || (slow.size >= maxSlowReads && !cache.has(label))) return "unreadable";
      const reading = read(name, version);
      try {
        return await within(reading, storeTimeoutMs, timeout);
      } catch (error) {
        if (error !== timeout) throw error;
        slow.add(label);
        void reading.finally(() => slow.delete(label));
        return "unreadable";
      }
    },
  };
}

const timeout = new SiteError("STORE_TIMEOUT", { milliseconds: storeTimeoutMs });
