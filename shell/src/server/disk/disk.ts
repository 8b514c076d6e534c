import { constants } from "node:fs";
import {
  chmod,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  stat,
  unlink,
  utimes,
} from "node:fs/promises";
import { dirname } from "node:path";

/**
 * The operations of a store on a file system, one call each, so that a test can cut the power between any two.
 * Each rejects with the error of the file system (`code` is `ENOENT`, `EEXIST`, `ENOSPC`, ...).
 */
export interface Disk {
  /**
   * Writes a new file. When it resolves, the bytes survive a loss of power. The name survives once its folder is synced.
   * @param mode permission bits; without them the defaults of the process, and the read bits of the file's folder
   */
  create(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  /** The bytes of a regular file; undefined for any other kind of file. Never follows a link and never waits for a pipe. */
  read(path: string): Promise<Buffer | undefined>;
  /** Describes a file or folder, without following a link. `at` is the time of the last write or touch. */
  describe(path: string): Promise<{ isFile: boolean; size: number; at: Date }>;
  /** The names in a folder, in no order. */
  list(folder: string): Promise<string[]>;
  /** @param like a folder whose permission bits are added to the defaults of the process */
  makeFolder(path: string, like?: string): Promise<void>;
  /** Gives a file a second name. Fails when the name is used. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Sets a file's time to now. */
  touch(path: string): Promise<void>;
  /**
   * Resolves when the content of a file, or the names in a folder, survive a loss of power.
   * @param options whether to follow a link at `path`; by default a link is refused
   */
  sync(path: string, options?: { follow?: boolean }): Promise<void>;
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** The file system of this machine. */
export const realDisk: Disk = {
  async create(path, bytes, mode) {
    const file = await open(path, "wx", mode);
    try {
      await file.writeFile(bytes);
      if (mode === undefined) await takeReadBits(file, dirname(path));
      await file.sync();
    } catch (error) {
      // Node's error of a failed write names the call, but not the file.
      if (isDiskError(error, "ENOSPC", "EDQUOT", "EIO")) error.path ??= path;
      throw error;
    } finally {
      await file.close();
    }
  },
  async read(path) {
    if (!(await lstat(path)).isFile()) return undefined;
    // The path may have been replaced meanwhile: opening a link fails, and a pipe does not block.
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return (await file.stat()).isFile() ? await file.readFile() : undefined;
    } finally {
      await file.close();
    }
  },
  async describe(path) {
    const found = await lstat(path);
    return { isFile: found.isFile(), size: found.size, at: found.mtime };
  },
  list: (folder) => readdir(folder),
  async makeFolder(path, like) {
    await mkdir(path);
    if (like !== undefined)
      await addBits(await lstat(path), (await stat(like)).mode & 0o777, (all) => chmod(path, all));
  },
  link,
  rename,
  remove: unlink,
  async touch(path) {
    const now = new Date();
    await utimes(path, now, now);
  },
  async sync(path, { follow = false } = {}) {
    const handle = await open(path, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** The file system of this machine, without syncs: writes may be lost in a loss of power. */
export const hastyDisk: Disk = {
  ...realDisk,
  async create(path, bytes, mode) {
    const file = await open(path, "wx", mode);
    try {
      await file.writeFile(bytes);
      if (mode === undefined) await takeReadBits(file, dirname(path));
    } finally {
      await file.close();
    }
  },
  sync: async () => undefined,
};

/** Lets all users who may read a new file's folder read the file. After a umask such as 077 a server of another user could not follow the store. */
async function takeReadBits(file: FileHandle, folder: string): Promise<void> {
  await addBits(await file.stat(), (await stat(folder)).mode & 0o444, (all) => file.chmod(all));
}

async function addBits(
  { mode }: { mode: number },
  bits: number,
  change: (all: number) => Promise<void>,
): Promise<void> {
  if ((bits & ~mode) === 0) return;
  try {
    await change((mode & 0o7777) | bits);
  } catch (error) {
    // A file system without permission bits, such as one of Windows, where all files have those of the mount.
    if (!isDiskError(error, "EPERM", "ENOTSUP")) throw error;
  }
}

/** Whether an error is one of the file system with one of these codes. */
export function isDiskError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
