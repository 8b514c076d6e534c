import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { realDisk } from "../../disk/disk.ts";
import { createDurableFiles } from "../../disk/durable-files.ts";
import { withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";
import { replaceFile } from "../../disk/replace-file.ts";

const prefix = "data.";

/** The key of a data document, `data.<site>.<document>`. */
function toDocumentKey(siteId: string, document: string): string {
  return `${prefix}${siteId}.${document}`;
}

/** The keys of all data documents. */
const documentKeys = `${prefix}>`;

/** A data document in a store in NATS, or one that was removed from it. */
export interface ListedDocument {
  siteId: string;
  name: string;
  /** Undefined when it was removed. */
  bytes: Uint8Array | undefined;
}

/** The data documents of a store, also the removed ones. @throws what `withKeys` throws */
export async function listDocuments(link: NatsLink): Promise<ListedDocument[]> {
  const documents = await withKeys(link, "data", async ({ kv }) => {
    const found = new Map<string, Uint8Array | undefined>();
    for await (const { key, operation, value } of await kv.history({ key: documentKeys }))
      found.set(key, operation === "PUT" ? value : undefined);
    return found;
  });
  return [...documents].flatMap(([key, bytes]) => {
    const [, siteId, name] = /^data\.([A-Z]{1,20})\.([a-z-]{1,40})$/.exec(key) ?? [];
    return siteId === undefined || name === undefined ? [] : [{ siteId, name, bytes }];
  });
}

/**
 * Copies the data documents of a store to `data/<site>/<document>.json` of a folder, where servers read them. A document that was removed from the
 * store is removed there too; files of documents that the store never had stay.
 */
export async function copyDocuments(link: NatsLink, folder: string): Promise<void> {
  for (const { siteId, name, bytes } of await listDocuments(link)) {
    const file = join(folder, "data", siteId, `${name}.json`);
    if (bytes === undefined) await rm(file, { force: true });
    else if ((await readFile(file).catch(() => undefined))?.equals(bytes) !== true)
      await putDocumentFile(folder, siteId, name, bytes);
  }
}

/** Puts one document into a store in NATS. */
export async function putDocument(link: NatsLink, siteId: string, name: string, bytes: Uint8Array): Promise<void> {
  await withKeys(link, "data", async ({ kv }) => void (await kv.put(toDocumentKey(siteId, name), bytes)));
}

/** Removes one document from a store in NATS; servers remove their copies. */
export async function removeDocument(link: NatsLink, siteId: string, name: string): Promise<void> {
  await withKeys(link, "data", ({ kv }) => kv.delete(toDocumentKey(siteId, name)));
}

/** Puts one document into a store of files. */
export async function putDocumentFile(
  storeDir: string,
  siteId: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const folder = await createDurableFiles(storeDir, realDisk).ensureFolder("data", siteId);
  await replaceFile(join(folder, `${name}.json`), bytes);
}
