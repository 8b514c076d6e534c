import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { SiteError } from "../src/errors/errors.ts";

/**
 * The names in a folder of a package's sources, sorted; none without the folder. Hidden files are none of a package's: editors and systems keep locks and
 * copies of others as such, as Emacs does with `.#page.tsx` while that file has unsaved changes.
 * @throws SiteError `BUILD_FAILED` when there is a file in place of the folder
 */
export function listNames(root: string, folder: string): string[] {
  const found = readStats(join(root, folder));
  if (found?.isFile())
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `${folder} is a file, and has to be a folder. Move it away.`,
    });
  if (!found?.isDirectory()) return [];
  return readdirSync(join(root, folder))
    .filter((name) => !isHidden(name))
    .toSorted();
}

/**
 * The names of the files with an extension in a folder of a package's sources, sorted, without it.
 * @throws SiteError `BUILD_FAILED` for what has such a name and is no file, and as {@link listNames} does
 */
export function listSources(root: string, folder: string, extension: string): string[] {
  const names = listNames(root, folder).filter((name) => name.endsWith(extension));
  const [other] = names.filter((name) => !isFile(join(root, folder, name)));
  if (other !== undefined) {
    const isLink = lstatSync(join(root, folder, other)).isSymbolicLink();
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `${folder}/${other} is ${isLink ? "a link that leads to no file" : "no file"}, and the build takes it for one by its name. Put the file there, or move it away.`,
    });
  }
  return names.map((name) => name.slice(0, -extension.length));
}

/** Whether a part of a path begins with a dot. */
export function isHidden(path: string): boolean {
  return /(^|[\\/])\./.test(path);
}

/** Whether there is a file, itself or by a link. */
export function isFile(path: string): boolean {
  return readStats(path)?.isFile() === true;
}

function readStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // For example a symbolic link to itself.
    return undefined;
  }
}
