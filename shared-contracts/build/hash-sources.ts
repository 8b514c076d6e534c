import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What a build reads of a package, from its folder. */
export const ownSources = ["src", "messages", "package.json", "pnpm-lock.yaml", "rspack.config.ts"];

/** A folder with the folders and files in it that a build reads, or the one file that is named. A folder is changed by what is deleted or renamed in it. */
export function listRead(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  return [folder, ...inside];
}

/** Whether the release in `dist` was built from what the sources are now. The times of files do not tell: a copy of a folder, or a cache, has new ones. */
export function isOfSources(root: string): boolean {
  const record = toRecord(root);
  return existsSync(record) && readFileSync(record, "utf8") === hashSources(root);
}

/** Records of which sources a package's release is built. */
export function recordSources(root: string): void {
  mkdirSync(dirname(toRecord(root)), { recursive: true });
  writeFileSync(toRecord(root), hashSources(root));
}

function toRecord(root: string): string {
  return join(root, ".build/sources");
}

function hashSources(root: string): string {
  const hash = createHash("sha256");
  const files = ownSources
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap(listRead)
    .filter((path) => statSync(path).isFile());
  for (const file of files.toSorted())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}
