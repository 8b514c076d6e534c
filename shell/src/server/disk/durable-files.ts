import { dirname, join } from "node:path";
import { SiteError, toProblem } from "@site/contracts/errors";
import { type Disk, isDiskError } from "./disk.ts";
import { toStagedName } from "./leftovers.ts";

/** Makes writes of a file store atomic and durable: into `staging/` first, then under their name. */
export interface DurableFiles {
  /**
   * Makes folders inside the store, from the outermost to the innermost, so that their names survive a loss of power. Returns the path of the
   * innermost.
   */
  ensureFolder(...names: readonly string[]): Promise<string>;
  /** Writes bytes to a file in `staging/`, lets `place` link or rename it to its final name, and removes the staged file. */
  withStaged<T>(bytes: Uint8Array, place: (staged: string) => Promise<T>, mode?: number): Promise<T>;
}

export function createDurableFiles(storeDir: string, disk: Disk): DurableFiles {
  /** Folders whose names are known to be synced. */
  const durable = new Set<string>();

  /** Makes a folder and its missing parents. Also syncs a folder that another process made, because that process may not have synced it yet. */
  async function ensure(folder: string): Promise<void> {
    const isNew = await make(folder);
    if (durable.has(folder)) return;
    const above = dirname(folder);
    try {
      // The path of the store is configured by an operator and may contain links. Inside of the store there are none.
      await disk.sync(above, { follow: !isInside(above) });
    } catch (error) {
      // This process may not be allowed to open the parent of an existing store: skip the sync then.
      if (isNew || folder !== storeDir || !isDiskError(error, "EACCES", "EPERM")) throw error;
    }
    durable.add(folder);
  }

  const isInside = (folder: string): boolean => folder.startsWith(join(storeDir, "/"));

  /** A folder inside the store has the permission bits of the store, so that all users of a shared store can write to it. */
  const toLike = (folder: string): string | undefined => (isInside(folder) ? storeDir : undefined);

  async function make(folder: string): Promise<boolean> {
    try {
      await disk.makeFolder(folder, toLike(folder));
      return true;
    } catch (error) {
      if (isDiskError(error, "EEXIST")) return false;
      if (!isDiskError(error, "ENOENT") || dirname(folder) === folder) throw error;
      await ensure(dirname(folder));
      return makeInside(folder);
    }
  }

  /**
   * Makes a folder whose parent existed a moment ago. When it still fails for a missing parent, the parent is a broken link, or a folder such as
   * `/proc`.
   */
  async function makeInside(folder: string): Promise<boolean> {
    try {
      await disk.makeFolder(folder, toLike(folder));
      return true;
    } catch (error) {
      if (isDiskError(error, "EEXIST")) return false;
      if (!isDiskError(error, "ENOENT")) throw error;
      throw new SiteError("STORE_NOT_WRITABLE", { path: folder, problem: toProblem(error) }, { cause: error });
    }
  }

  async function ensureFolder(...names: readonly string[]): Promise<string> {
    let folder = storeDir;
    await ensure(folder);
    for (const name of names) {
      folder = join(folder, name);
      await ensure(folder);
    }
    return folder;
  }

  return {
    ensureFolder,
    async withStaged(bytes, place, mode) {
      const staged = join(await ensureFolder("staging"), toStagedName());
      try {
        await disk.create(staged, bytes, mode);
        return await place(staged);
      } finally {
        await removeIfThere(disk, staged);
      }
    },
  };
}

/** Removes a staged file, if it exists. A file that cannot be removed stays in `staging/`, which is never read. */
async function removeIfThere(disk: Disk, path: string): Promise<void> {
  await disk.remove(path).catch(() => undefined);
}

/** Runs a change of the store. Turns errors of the file system into `STORE_FULL` and `STORE_NOT_WRITABLE`. */
export async function changeStore<T>(storeDir: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw toStoreError(storeDir, error);
  }
}

/** Turns an error of the file system into `STORE_FULL` or `STORE_NOT_WRITABLE`; returns other errors unchanged. */
export function toStoreError(storeDir: string, error: unknown): unknown {
  if (isDiskError(error, "ENOSPC", "EDQUOT")) return new SiteError("STORE_FULL", { path: storeDir }, { cause: error });
  return isDiskError(
    error,
    "EACCES",
    "EPERM",
    "EROFS",
    "EIO",
    "EMFILE",
    "ENFILE",
    "ENOTDIR",
    "EISDIR",
    "ELOOP",
    "ENOTEMPTY",
    "EBUSY",
  )
    ? new SiteError("STORE_NOT_WRITABLE", { path: storeDir, problem: toProblem(error) }, { cause: error })
    : error;
}
