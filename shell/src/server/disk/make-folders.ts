import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isDiskError } from "./disk.ts";

/**
 * Makes a folder and its missing parents. Node's own option `recursive` loops for ever below a folder such as `/proc`, which reports an existing
 * parent as missing.
 * @throws the error of the file system
 */
export async function makeFolders(folder: string, options: { mode?: number } = {}): Promise<void> {
  try {
    await mkdir(folder, options);
  } catch (error) {
    if (isDiskError(error, "EEXIST") && (await isFolder(folder))) return;
    if (!isDiskError(error, "ENOENT") || dirname(folder) === folder) throw error;
    // Another process may have made the parent meanwhile.
    if (!(await isFolder(dirname(folder)))) await makeFolders(dirname(folder), options);
    await makeInside(folder, options);
  }
}

/** Makes a folder whose parent existed a moment ago. Another process may make it at the same time. */
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
