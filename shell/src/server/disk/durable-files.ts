import { dirname, join } from "node:path";
import { SiteError, toProblem } from "@site/contracts/errors";
import { type Disk, isDiskError } from "./disk.ts";
import { toStagedName } from "./leftovers.ts";

/** Makes writes of a file store atomic and durable: into `staging/` first, then under their name. */
export interface DurableFiles {
  /**
   * Makes folders inside the store, from the outermost to the innermost, so that their names survive a loss of power.
   * Returns the path of the innermost.
   */
  ensureFolder(...names: readonly string[]): Promise<string>;
  /** Writes bytes under a name of their own in `staging/`, lets `place` give them their name, and leaves nothing in `staging/`. */
  withStaged<T>(bytes: Uint8Array, place: (staged: string) => Promise<T>, mode?: number): Promise<T>;
}

export function createDurableFiles(storeDir: string, disk: Disk): DurableFiles {
  /** Folders whose names are known to survive a loss of power. */
  const durable = new Set<string>();

  /** Makes a folder and the missing ones above it. Syncs a folder that another process made as well, because that one may not have synced it yet. */
  async function ensure(folder: string): Promise<void> {
    const isNew = await make(folder);
    if (durable.has(folder)) return;
    const above = dirname(folder);
    try {
      // The store's own path is an operator's and may have links. Inside of the store there are none.
      await disk.sync(above, { follow: !isInside(above) });
    } catch (error) {
      // This process may be unable to open the folder above an existing store: do without the sync then.
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

  /** Makes a folder whose parent was there just now. Where it is still refused for a missing parent, that is a link which leads nowhere, or such as `/proc`. */
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

/** Removes a staged file, if it is still there. One that cannot be removed stays in `staging/`, which is never read. */
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

/** An error of the file system as `STORE_FULL` or `STORE_NOT_WRITABLE`; any other as it is. */
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
