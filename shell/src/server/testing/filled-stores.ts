import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { SetVersions } from "@site/contracts/releases/release-set";

interface FilledStore<T> {
  versions: T;
  /** Its files by their paths. */
  files: readonly (readonly [string, Buffer])[];
}

/** Fills an empty store with what `key` names, and returns the versions that are live. */
type FillStore<T> = (storeDir: string, key: string, fill: () => Promise<T>) => Promise<T>;

/**
 * Fills stores with releases that are live. The next store of a process that is filled with the same is a copy of the first: signing and storing
 * every package takes longer than most tests.
 */
export function createStoreFiller<T extends SetVersions>(): FillStore<T> {
  const filled = new Map<string, FilledStore<T>>();
  return async (storeDir, key, fill) => {
    if (existsSync(join(storeDir, "blobs"))) return fill();
    const known = filled.get(key);
    if (!known) {
      const versions = await fill();
      filled.set(key, { versions: { ...versions }, files: await readFiles(storeDir) });
      return versions;
    }
    for (const folder of new Set(known.files.map(([path]) => dirname(path))))
      await mkdir(join(storeDir, folder), { recursive: true });
    await Promise.all(known.files.map(([path, bytes]) => writeFile(join(storeDir, path), bytes)));
    return { ...known.versions };
  };
}

async function readFiles(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [relative(folder, path), await readFile(path)];
      }),
  );
}
