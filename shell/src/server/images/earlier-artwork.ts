import { isSiteError } from "@site/contracts/errors";
import { toImageKey } from "@site/contracts/islands/image";
import type { ReleaseStore } from "../releases/release-store.ts";

/** How many of the latest revisions are searched: tabs opened while they were live may still ask for their artwork. */
const searchedRevisions = 200;

/** Milliseconds after which an incomplete index is read again. */
const retryAfterMs = 10_000;

/** Artwork of releases that were live before. */
export interface EarlierArtwork {
  /**
   * The SVG of a key such as `content/felt.1a2b3c4d`; undefined when no release of the latest revisions carries it.
   * @throws the error of the store, when a release that could not be read may carry it
   */
  find(key: string): Promise<Buffer | undefined>;
}

interface ArtworkIndex {
  revision: number;
  places: ReadonlyMap<string, { name: string; version: string; file: string }>;
  /** The error of records or releases that could not be read now and may be readable later; undefined for a complete index. */
  failures: readonly unknown[];
  /** When it was read, on the clock of `performance.now`. */
  readAt: number;
}

/**
 * Finds artwork in the verified files of earlier revisions' releases. The index of artwork is read once for each live revision, also
 * when unknown addresses are requested often. An incomplete index is read again later.
 */
export function createEarlierArtwork(store: ReleaseStore, { retryMs = retryAfterMs } = {}): EarlierArtwork {
  let latest: ArtworkIndex | undefined;
  let reading: Promise<ArtworkIndex> | undefined;

  async function readLatest(): Promise<ArtworkIndex> {
    const revision = (await store.current())?.set.revision ?? 0;
    const isDue = latest && latest.failures.length > 0 && performance.now() - latest.readAt >= retryMs;
    if (latest?.revision !== revision || isDue) latest = await readIndex(store, revision);
    return latest;
  }

  /** Concurrent requests wait for one reading. */
  function readOnce(): Promise<ArtworkIndex> {
    reading ??= readLatest().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    async find(key) {
      const { places, failures } = await readOnce();
      const found = places.get(key);
      if (found) return (await store.load(found.name, found.version)).files.get(found.file);
      if (failures.length > 0) throw failures[0];
      return undefined;
    },
  };
}

async function readIndex(store: ReleaseStore, revision: number): Promise<ArtworkIndex> {
  const places = new Map<string, { name: string; version: string; file: string }>();
  const failures: unknown[] = [];
  const note = (error: unknown): void => {
    if (isPassing(error)) failures.push(error);
  };
  const records = await store.history({ last: searchedRevisions, onUnreadable: (_revision, error) => note(error) });
  const releases = new Map(
    records.flatMap(({ set }) =>
      Object.entries(set.versions).map(([name, version]) => [`${name}@${version}`, { name, version }] as const),
    ),
  );
  for (const { name, version } of releases.values()) {
    try {
      for (const file of (await store.load(name, version)).files.keys()) {
        const key = toImageKey(name, file);
        if (key !== undefined) places.set(key, { name, version, file });
      }
    } catch (error) {
      note(error);
    }
  }
  return { revision, places, failures, readAt: performance.now() };
}

/** Whether a retry may succeed. A release that was removed from the store, or does not verify, has no artwork, now and later. */
function isPassing(error: unknown): boolean {
  return !isSiteError(error) || error.code.startsWith("STORE_");
}
