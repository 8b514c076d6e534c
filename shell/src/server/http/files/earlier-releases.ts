import { isSiteError, SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { createLoadCache } from "../../caches/load-cache.ts";
import { within } from "../../disk/within.ts";
import { isStoreAway } from "../../live/unloaded-release.ts";
import { countBytes, type LoadedRelease } from "../../releases/loaded-release.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";

/** Bytes of releases that are kept beside the live ones, for pages that were opened earlier: those of three of today's sets. */
const maxKeptBytes = 8 * 2 ** 20;

/** Milliseconds after which a kept release is verified again: a key that signed it may have been revoked. */
const keptMs = 60_000;

/** Milliseconds that a request waits for the store, which usually takes some: a disk behind a network may give no answer for minutes, and no error. */
const waitMs = 5000;

/** Reads that may take longer than that at once. Each keeps a thread of the process busy, of which Node has four for everything on the disk. */
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
  /** Called with an error other than that there is no such release. */
  onUnloaded(error: unknown, release: { name: PackageName; version: string }): void;
}

export function createEarlierReleases({
  store,
  readLiveRevision,
  onUnloaded,
}: EarlierReleasesOptions): EarlierReleases {
  /** The releases whose reads take longer, by package and version. */
  const slow = new Set<string>();
  const kept = createLoadCache<string, LoadedRelease, { name: PackageName; version: string }>({
    maxSize: maxKeptBytes,
    sizeCalculation: countBytes,
    ttl: keptMs,
    fetchMethod: (_key, _stale, { context }) => store.load(context.name, context.version),
  });

  /** Whether the store cannot tell now which releases it has. Behind what is live is also an empty folder where its disk was. */
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
      return await kept.fetch(`${name}@${version}`, { context: { name, version } });
    } catch (error) {
      if (!isSiteError(error, "RELEASE_NOT_FOUND")) onUnloaded(error, { name, version });
      return (await isUnreadable(error)) ? "unreadable" : undefined;
    }
  }

  return {
    async find(name, version) {
      const label = `${name}@${version}`;
      if (slow.has(label) || (slow.size >= maxSlowReads && !kept.has(label))) return "unreadable";
      const reading = read(name, version);
      try {
        return await within(reading, waitMs, late);
      } catch (error) {
        if (error !== late) throw error;
        slow.add(label);
        void reading.finally(() => slow.delete(label));
        return "unreadable";
      }
    },
  };
}

const late = new SiteError("STORE_TIMEOUT", { milliseconds: waitMs });
