import { SiteError } from "@site/contracts/errors";
import { toDigest } from "@site/contracts/releases/digest";
import type { Blobs } from "../storage/blobs.ts";
import type { ChannelLog, OpenLog } from "../storage/channel-log.ts";

/** What a store keeps: the bytes and the logs. */
export interface StoreContents {
  blobs: Blobs;
  openLog: OpenLog;
}

/** How much was copied, and how much there is now. */
export interface CopiedStore {
  blobs: { copied: number; all: number };
  entries: { copied: number; all: number };
}

/** How many blobs are copied at once. */
const blobsAtOnce = 8;

/**
 * Copies all blobs and logs of one store to another, of the same kind or another, then reads both sides again and compares them. What was copied
 * before is not copied again, so an interrupted copy is completed by the next one. A log becomes visible after the blobs it needs.
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
    if (!(await to.blobs.has(digest))) throw new SiteError("BLOB_NOT_FOUND", { digest });
    all += 1;
  }
  return { blobs: { copied: copied.blobs, all }, entries: { copied: copied.entries, all: entries } };
}

async function copyBlobs(from: Blobs, to: Blobs): Promise<number> {
  const present = new Set<string>();
  for await (const { digest } of to.list()) present.add(digest);
  const missing: string[] = [];
  for await (const { digest } of from.list()) if (!present.has(digest)) missing.push(digest);
  for (let first = 0; first < missing.length; first += blobsAtOnce) {
    const some = missing.slice(first, first + blobsAtOnce);
    // `get` verifies each, and `put` names it by its bytes.
    await to.put(await Promise.all(some.map((digest) => from.get(digest))));
  }
  return missing.length;
}

async function copyLog(name: string, from: ChannelLog, to: ChannelLog): Promise<number> {
  const newest = (await from.head())?.revision ?? 0;
  const start = (await to.head())?.revision ?? 0;
  if (start > newest) throw new SiteError("STORES_DIFFER", { log: name, revision: newest + 1 });
  if (start > 0) await assertSame(name, start, from, to);
  for await (const { revision, bytes } of from.range(start + 1, newest)) await to.append(revision - 1, bytes);
  return newest - start;
}

async function compareLogs(name: string, from: ChannelLog, to: ChannelLog): Promise<number> {
  const newest = (await from.head())?.revision ?? 0;
  for (let revision = 1; revision <= newest; revision += 1) await assertSame(name, revision, from, to);
  return newest;
}

async function assertSame(name: string, revision: number, from: ChannelLog, to: ChannelLog): Promise<void> {
  const [a, b] = await Promise.all([from.read(revision), to.read(revision)]);
  if (toDigest(a.bytes) !== toDigest(b.bytes)) throw new SiteError("STORES_DIFFER", { log: name, revision });
}
