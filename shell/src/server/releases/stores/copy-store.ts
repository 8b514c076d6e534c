import { isSiteError, SiteError } from "@site/contracts/errors";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import type { Blobs } from "../storage/blobs.ts";
import type { ChannelLog, OpenLog } from "../storage/channel-log.ts";

/** The contents of a store: blobs and logs. */
export interface StoreContents {
  blobs: Blobs;
  openLog: OpenLog;
}

/** The numbers of copied and of all blobs and entries. */
export interface CopiedStore {
  blobs: { copied: number; all: number };
  entries: { copied: number; all: number };
}

/** Blobs that are copied at once. */
const blobsAtOnce = 8;

/**
 * Copies all blobs and logs of one store to another, of the same kind or another, then reads both sides again and compares them. Contents of an
 * earlier copy are not copied again, so the next copy completes an interrupted one; damaged contents of the target are replaced. A log becomes
 * visible after the blobs it needs. Later publishes and promotes are left to the next copy.
 * @param logs the names of the logs, those first that others need
 * @throws SiteError `STORES_DIFFER` when the target has another entry under a number; what a damaged blob or entry is refused with
 */
export async function copyStore(from: StoreContents, to: StoreContents, logs: readonly string[]): Promise<CopiedStore> {
  const copied = { blobs: 0, entries: 0 };
  // Entries that are appended meanwhile need blobs that were put meanwhile: copy until there are none.
  for (;;) {
    copied.blobs += await copyBlobs(from.blobs, to.blobs);
    let fresh = 0;
    for (const name of logs) fresh += await copyLog(name, from.openLog(name), to.openLog(name));
    copied.entries += fresh;
    if (fresh === 0) break;
  }
  let entries = 0;
  for (const name of logs) entries += await compareLogs(name, from.openLog(name), to.openLog(name));
  let all = 0;
  for await (const { digest } of from.blobs.list()) {
    // `has` says no also for a blob that is damaged there, and a publish may have put the blob since.
    const isThere = await to.blobs.has(digest);
    if (!isThere && !(await copyBlob(digest, from.blobs, to.blobs))) continue;
    if (!isThere) copied.blobs += 1;
    all += 1;
  }
  return { blobs: { copied: copied.blobs, all }, entries: { copied: copied.entries, all: entries } };
}

/** @returns how many were copied */
async function copyBlobs(from: Blobs, to: Blobs): Promise<number> {
  const present = new Set<string>();
  for await (const { digest } of to.list()) present.add(digest);
  const missing: Digest[] = [];
  for await (const { digest } of from.list()) if (!present.has(digest)) missing.push(digest);
  let copied = 0;
  for (let first = 0; first < missing.length; first += blobsAtOnce) {
    const some = missing.slice(first, first + blobsAtOnce);
    // `get` verifies each, and `put` names it by its bytes.
    const found = (await Promise.all(some.map((digest) => findBlob(from, digest)))).filter(
      (bytes) => bytes !== undefined,
    );
    await to.put(found);
    copied += found.length;
  }
  return copied;
}

/** @returns whether the source still has it, so that the target has it too */
async function copyBlob(digest: Digest, from: Blobs, to: Blobs): Promise<boolean> {
  const bytes = await findBlob(from, digest);
  if (!bytes) return false;
  await to.put([bytes]);
  if (!(await to.has(digest))) throw new SiteError("BLOB_NOT_FOUND", { digest });
  return true;
}

/** Undefined for one that a collection has removed since it was listed. */
async function findBlob(from: Blobs, digest: Digest): Promise<Buffer | undefined> {
  try {
    return await from.get(digest);
  } catch (error) {
    if (isSiteError(error, "BLOB_NOT_FOUND")) return undefined;
    throw error;
  }
}

async function copyLog(name: string, from: ChannelLog, to: ChannelLog): Promise<number> {
  const newest = (await from.head())?.revision ?? 0;
  const start = (await to.head())?.revision ?? 0;
  if (start > newest) throw new SiteError("STORES_DIFFER", { log: name, revision: newest + 1 });
  if (start > 0) await assertSame(name, start, from, to);
  for await (const { revision, bytes } of from.range(start + 1, newest)) await to.append(revision - 1, bytes);
  return newest - start;
}

/** Compares the contents of the target. Further contents of the source were appended after the copy. */
async function compareLogs(name: string, from: ChannelLog, to: ChannelLog): Promise<number> {
  const newest = (await to.head())?.revision ?? 0;
  for (let revision = 1; revision <= newest; revision += 1) await assertSame(name, revision, from, to);
  return newest;
}

async function assertSame(name: string, revision: number, from: ChannelLog, to: ChannelLog): Promise<void> {
  const [a, b] = await Promise.all([from.read(revision), to.read(revision)]);
  if (toDigest(a.bytes) !== toDigest(b.bytes)) throw new SiteError("STORES_DIFFER", { log: name, revision });
}
