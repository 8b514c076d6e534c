import { toImageKey } from "@site/contracts/islands/image";
import type { ReleaseStore } from "../releases/release-store.ts";

/** Revisions whose artwork is looked for: tabs that were opened then may still ask for it. */
const searchedRevisions = 200;

/** Artwork of releases that were live before. */
export interface EarlierArtwork {
  /** The SVG of a key such as `content/felt.1a2b3c4d`; undefined when no release of the latest revisions carries it. */
  find(key: string): Promise<Buffer | undefined>;
}

/**
 * Looks through the releases of earlier revisions, from verified bytes. Which release carries which artwork is read once for each
 * live revision, however often addresses are asked for that were never there.
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
        // One that was collected, or does not verify, has no artwork any more.
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
