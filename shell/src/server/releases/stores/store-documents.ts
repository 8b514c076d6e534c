import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDiskError } from "../../disk/disk.ts";
import { listDocuments, putDocument, putDocumentFile, removeDocument } from "../nats/copy-documents.ts";
import type { NatsLink } from "../nats/nats-link.ts";

/** The data documents of a store, by `<site>/<document>`. */
export interface StoreDocuments {
  list(): Promise<Map<string, Uint8Array>>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The data documents of a store of files: `data/<site>/<document>.json` in its folder. */
export function openFileDocuments(folder: string): StoreDocuments {
  return {
    async list() {
      const found = new Map<string, Uint8Array>();
      for (const siteId of await listNames(join(folder, "data")))
        for (const file of await listNames(join(folder, "data", siteId))) {
          const document = /^([a-z-]{1,40})\.json$/.exec(file)?.[1];
          if (document !== undefined)
            found.set(`${siteId}/${document}`, await readFile(join(folder, "data", siteId, file)));
        }
      return found;
    },
    put: (name, bytes) => putDocumentFile(folder, ...split(name), bytes),
    remove: (name) => rm(join(folder, "data", `${name}.json`), { force: true }),
  };
}

/** The data documents of a store in NATS. */
export function openNatsDocuments(link: NatsLink): StoreDocuments {
  return {
    async list() {
      const found = await listDocuments(link);
      return new Map(
        found.flatMap(({ siteId, name, bytes }) => (bytes ? [[`${siteId}/${name}`, bytes] as const] : [])),
      );
    },
    put: (name, bytes) => putDocument(link, ...split(name), bytes),
    remove: (name) => removeDocument(link, ...split(name)),
  };
}

/** The names in a folder; none where there is no folder. One that cannot be read is no reason to remove what another store has of it. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isDiskError(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}

function split(name: string): [siteId: string, document: string] {
  const [siteId = "", document = ""] = name.split("/");
  return [siteId, document];
}

/**
 * Makes the data documents of one store those of another.
 * @returns the names of those that were written because they differed, and of those that were removed because `from` has none
 */
export async function mirrorDocuments(
  from: StoreDocuments,
  to: StoreDocuments,
): Promise<{ copied: string[]; removed: string[] }> {
  const [wanted, present] = await Promise.all([from.list(), to.list()]);
  const copied = [...wanted].filter(([name, bytes]) => !isEqual(bytes, present.get(name)));
  for (const [name, bytes] of copied) await to.put(name, bytes);
  const removed = [...present.keys()].filter((name) => !wanted.has(name)).toSorted();
  for (const name of removed) await to.remove(name);
  return { copied: copied.map(([name]) => name).toSorted(), removed };
}

function isEqual(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(one, other) === 0;
}
