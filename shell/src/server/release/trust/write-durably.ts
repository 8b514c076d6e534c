import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a new file. On disk when it resolves. @throws when it is there */
export async function createFileDurably(path: string, text: string, mode = 0o644): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file aside and renames it: a reader sees the old bytes or the new ones. On disk when it resolves. */
export async function writeFileDurably(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}.new`;
  try {
    await createFileDurably(aside, text);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A name in a folder survives a loss of power only after this. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** True for an error of the operating system with this code. */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
