import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isDiskError } from "./disk.ts";

/**
 * Makes a folder and the missing ones above it. Node's own option `recursive` never ends below a folder such as `/proc`, which says of
 * a name that the folder above it is missing, though it is there.
 * @throws the error of the file system
 */
export async function makeFolders(folder: string, options: { mode?: number } = {}): Promise<void> {
  try {
    await mkdir(folder, options);
  } catch (error) {
    if (isDiskError(error, "EEXIST") && (await isFolder(folder))) return;
    if (!isDiskError(error, "ENOENT") || dirname(folder) === folder) throw error;
    // Another process may have made it since.
    if (!(await isFolder(dirname(folder)))) await makeFolders(dirname(folder), options);
    await makeInside(folder, options);
  }
}

/** Makes a folder whose parent was there just now: another process may have made it meanwhile. */
async function makeInside(folder: string, options: { mode?: number }): Promise<void> {
  try {
    await mkdir(folder, options);
  } catch (error) {
    if (!isDiskError(error, "EEXIST") || !(await isFolder(folder))) throw error;
  }
}

/** Follows links. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
