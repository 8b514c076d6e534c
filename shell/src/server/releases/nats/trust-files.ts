import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listKeys, withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";

/** The files of a trust list that are shared. */
const listFile = /^(([1-9]\d{0,8}\.)?root|targets)\.json$/;

const prefix = "trust.";

/** A file of the list in the store. */
export interface SharedFile {
  bytes: Buffer;
  /** JetStream's sequence number of the value, for a conditional write. */
  revision: number;
}

/** The key of a file in the store. */
export const toTrustKey = (name: string): string => `${prefix}${name}`;

export async function readSharedFiles(link: NatsLink): Promise<Map<string, SharedFile>> {
  return withKeys(link, "data", async (bucket) => {
    const found = new Map<string, SharedFile>();
    for (const key of await listKeys(bucket, `${prefix}>`)) {
      const name = key.slice(prefix.length);
      const entry = listFile.test(name) ? await bucket.kv.get(key) : undefined;
      if (entry?.operation === "PUT") found.set(name, { bytes: Buffer.from(entry.value), revision: entry.revision });
    }
    return found;
  });
}

export async function readOwnFiles(trustDir: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(trustDir).catch(() => [])).filter((name) => listFile.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(trustDir, name))] as const)));
}

/** The order of writing: earlier roots, the newest root, and last the list of teams, because the root beside it has to verify it. */
export function byOrder(a: string, b: string): number {
  return toRank(a) - toRank(b);
}

function toRank(name: string): number {
  if (name === "targets.json") return Number.POSITIVE_INFINITY;
  return name === "root.json" ? Number.MAX_SAFE_INTEGER : Number.parseInt(name, 10);
}
