import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import * as v from "valibot";
import { findLockfile } from "./find-lockfile.ts";
import { isFile } from "./list-sources.ts";

/** The files and folders of a package that its build reads. */
export const ownSources = ["src", "messages", "package.json", "pnpm-lock.yaml", "rspack.config.ts"];

/** A folder with the folders and files in it that a build reads, or the one file that is named. A folder is changed by what is deleted or renamed in it. */
export function listRead(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  return [folder, ...inside];
}

/**
 * Whether the release in `dist` was built from what its sources are now: those of the package, its lockfile, and all else that the bundler read, such as a
 * package beside it in the team's repository. The times of files do not tell: a copy of a folder, or a cache, has new ones.
 */
export function isOfSources(root: string): boolean {
  const file = toRecord(root);
  if (!existsSync(file)) return false;
  const record = v.safeParse(recordSchema, readFileSync(file, "utf8"));
  return record.success && record.output.hash === hashSources(root, record.output.others);
}

/**
 * Records of which sources a package's release is built.
 * @param read the paths of all files that the bundler read
 */
export function recordSources(root: string, read: Iterable<string>): void {
  mkdirSync(dirname(toRecord(root)), { recursive: true });
  const own = new Set(listOwn(root));
  // What a build writes into this folder follows from the sources.
  const written = join(root, ".build", sep);
  const others = [...new Set(read)]
    .filter((file) => !own.has(file) && !file.startsWith(written) && isFile(file))
    .map((file) => relative(root, file))
    .toSorted();
  writeFileSync(toRecord(root), JSON.stringify({ hash: hashSources(root, others), others }));
}

/** `others`: paths from the package's folder. */
const recordSchema = v.pipe(v.string(), v.parseJson(), v.object({ hash: v.string(), others: v.array(v.string()) }));

function toRecord(root: string): string {
  return join(root, ".build/sources.json");
}

function listOwn(root: string): string[] {
  return ownSources
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap(listRead)
    .filter((path) => statSync(path).isFile());
}

function hashSources(root: string, others: readonly string[]): string {
  const hash = createHash("sha256");
  const lockfile = findLockfile(root);
  const files = new Set([...listOwn(root), ...(lockfile ? [lockfile] : []), ...others.map((file) => join(root, file))]);
  for (const file of [...files].toSorted()) {
    hash.update(`${relative(root, file)}\0`);
    if (isFile(file)) hash.update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
