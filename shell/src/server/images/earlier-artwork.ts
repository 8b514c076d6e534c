import { toImageKey } from "@site/contracts/islands/image";
import type { ReleaseStore } from "../releases/release-store.ts";

/** How many of the latest revisions are searched: tabs opened while they were live may still ask for their artwork. */
const searchedRevisions = 200;

/** Artwork of releases that were live before. */
export interface EarlierArtwork {
  /** The SVG of a key such as `content/felt.1a2b3c4d`; undefined when no release of the latest revisions carries it. */
  find(key: string): Promise<Buffer | undefined>;
}

/**
 * Finds artwork in the verified files of earlier revisions' releases. The index of artwork is read once for each live revision, also
 * when unknown addresses are requested often.
 */
export function createEarlierArtwork(store: ReleaseStore): EarlierArtwork {
  let index:
    | { revision: number; versions: Promise<Map<string, { name: string; version: string; file: string }>> }
    | undefined;

  async function readIndex() {
    const found = new Map<string, { name: string; version: string; file: string }>();
    const seen = new Set<string>();
    for (const { set } of await store.history({ last: searchedRevisions })) {
      for (const [name, version] of Object.entries(set.versions)) {
        if (seen.has(`${name}@${version}`)) continue;
        seen.add(`${name}@${version}`);
        // A release that was removed from the store, or does not verify, has no artwork.
        const release = await store.load(name, version).catch(() => undefined);
        for (const file of release?.files.keys() ?? []) {
          const key = toImageKey(name, file);
          if (key !== undefined) found.set(key, { name, version, file });
        }
      }
    }
    return found;
  }

  return {
    async find(key) {
      const revision = (await store.current())?.set.revision ?? 0;
      if (index?.revision !== revision) index = { revision, versions: readIndex() };
      const found = (await index.versions).get(key);
      return found && (await store.load(found.name, found.version)).files.get(found.file);
    },
  };
}
