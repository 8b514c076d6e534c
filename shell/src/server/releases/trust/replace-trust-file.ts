import { realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { realDisk } from "../../disk/disk.ts";
import { toAside } from "../../disk/leftovers.ts";

/** Puts a file of JSON in place of the one before. It is there whole or not at all, also after a loss of power. */
export async function replaceTrustFile(trustDir: string, name: string, content: object | Buffer): Promise<void> {
  const file = join(trustDir, name);
  const bytes = Buffer.isBuffer(content) ? content : toTrustBytes(content);
  await withAside(file, bytes, (aside) => rename(aside, file));
  await realDisk.sync(await realpath(trustDir));
}

/** Writes a file beside another path, places it, and leaves nothing beside it. */
export async function withAside(file: string, bytes: Buffer, place: (aside: string) => Promise<void>): Promise<void> {
  const aside = toAside(file);
  try {
    await realDisk.create(aside, bytes);
    await place(aside);
  } finally {
    await rm(aside, { force: true });
  }
}

/** JSON as it stands in the files of the folder. */
export function toTrustBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
