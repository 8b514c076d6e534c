import { realpath, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { realDisk } from "./disk.ts";
import { toAside } from "./leftovers.ts";

/** Replaces a file atomically and durably, also when another process replaces it at the same time. */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await withAside(file, bytes, (aside) => rename(aside, file));
  await realDisk.sync(await realpath(dirname(file)));
}

/** Writes a temporary file beside a path, places it, and removes the temporary file. */
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
