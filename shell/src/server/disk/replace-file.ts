import { realpath, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { realDisk } from "./disk.ts";
import { toAside } from "./leftovers.ts";

/** Puts a file in place of the one before. It is there whole or not at all, also after a loss of power, and when another process replaces it too. */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await withAside(file, bytes, (aside) => rename(aside, file));
  await realDisk.sync(await realpath(dirname(file)));
}

/** Writes a file beside another path, places it, and leaves nothing beside it. */
export async function withAside(
  file: string,
  bytes: Uint8Array,
  place: (aside: string) => Promise<void>,
): Promise<void> {
  const aside = toAside(file);
  try {
    await realDisk.create(aside, bytes);
    await place(aside);
  } finally {
    await rm(aside, { force: true });
  }
}
