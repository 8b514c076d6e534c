import type { Hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Adds the files of a folder to a hash, without tests: of each its path from the workspace and its bytes, in the order of the paths.
 * @param leftOut names of folders, at any depth, whose files are not added
 */
export function hashCode(hash: Hash, workspace: string, folder: string, leftOut: ReadonlySet<string>): Hash {
  for (const file of listFiles(folder, leftOut)) hash.update(relative(workspace, file)).update(readFileSync(file));
  return hash;
}

function listFiles(folder: string, leftOut: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : listFiles(path, leftOut);
      return entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
    })
    .toSorted();
}
