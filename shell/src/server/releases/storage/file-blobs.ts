import { dirname, join } from "node:path";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import type { Blobs } from "./blobs.ts";
import { type Disk, isDiskError, realDisk } from "../../disk/disk.ts";
import { changeStore, createDurableFiles } from "../../disk/durable-files.ts";

/** How many files are open concurrently while blobs are written. */
const filesAtOnce = 4;

/** Where a blob is: `blobs/<first two digits>/<digest>`. */
export function toBlobPath(storeDir: string, digest: Digest): string {
  return join(storeDir, "blobs", digest.slice(0, 2), digest);
}

/** Blobs as files, one each. */
export function createFileBlobs(storeDir: string, disk: Disk = realDisk): Blobs {
  const files = createDurableFiles(storeDir, disk);
  const toPath = (digest: Digest): string => toBlobPath(storeDir, digest);

  /** The bytes under a digest; undefined when there is no file of that name, `"corrupt"` when its bytes have another hash. */
  async function read(digest: Digest): Promise<Buffer | "corrupt" | undefined> {
    if (!v.is(digestSchema, digest)) return undefined;
    try {
      const bytes = await disk.read(toPath(digest));
      return bytes && toDigest(bytes) === digest ? bytes : "corrupt";
    } catch (error) {
      if (isDiskError(error, "ENOENT", "ENOTDIR")) return undefined;
      throw new SiteError("STORE_CORRUPT", { path: toPath(digest) }, { cause: error });
    }
  }

  /** Whether the store has the bytes already. If so, their time becomes now, so that a collection keeps them. */
  async function renew(digest: Digest): Promise<boolean> {
    if (!(await has(digest))) return false;
    try {
      await disk.touch(toPath(digest));
      await disk.sync(toPath(digest));
      return true;
    } catch (error) {
      // Another process removed the file meanwhile, or it belongs to another user: write it again.
      if (isDiskError(error, "ENOENT", "EPERM", "EACCES")) return false;
      throw error;
    }
  }

  async function write(bytes: Uint8Array): Promise<Digest> {
    const digest = toDigest(bytes);
    await files.ensureFolder("blobs", digest.slice(0, 2));
    // The rename replaces a damaged file, and an intact one by equal bytes.
    if (!(await renew(digest))) await files.withStaged(bytes, (staged) => disk.rename(staged, toPath(digest)));
    return digest;
  }

  async function has(digest: Digest): Promise<boolean> {
    return (await read(digest)) instanceof Uint8Array;
  }

  return {
    has,
    put: (blobs) =>
      changeStore(storeDir, async () => {
        const digests: Digest[] = [];
        for (const some of inGroups(blobs, filesAtOnce)) digests.push(...(await settleAll(some.map(write))));
        const folders = new Set(digests.map((digest) => dirname(toPath(digest))));
        for (const some of inGroups(folders, filesAtOnce)) await settleAll(some.map((folder) => disk.sync(folder)));
        return digests;
      }),
    async get(digest) {
      const bytes = await read(digest);
      if (bytes === undefined) throw new SiteError("BLOB_NOT_FOUND", { digest });
      if (bytes === "corrupt") throw new SiteError("BLOB_CORRUPT", { digest, path: toPath(digest) });
      return bytes;
    },
    async *list() {
      for (const shard of await listNames(join(storeDir, "blobs"))) {
        for (const digest of await listNames(join(storeDir, "blobs", shard))) {
          if (!v.is(digestSchema, digest) || digest.slice(0, 2) !== shard) continue;
          const found = await describe(digest);
          if (found?.isFile) yield { digest, size: found.size, at: found.at };
        }
      }
    },
    async remove(digest) {
      if (!v.is(digestSchema, digest)) return;
      await changeStore(storeDir, async () => {
        try {
          await disk.remove(toPath(digest));
        } catch (error) {
          if (!isDiskError(error, "ENOENT", "ENOTDIR")) throw error;
        }
      });
    },
  };

  async function listNames(folder: string): Promise<string[]> {
    try {
      return (await disk.list(folder)).toSorted();
    } catch (error) {
      if (isDiskError(error, "ENOENT", "ENOTDIR")) return [];
      throw new SiteError("STORE_CORRUPT", { path: folder }, { cause: error });
    }
  }

  async function describe(digest: Digest): Promise<Awaited<ReturnType<Disk["describe"]>> | undefined> {
    try {
      return await disk.describe(toPath(digest));
    } catch (error) {
      if (isDiskError(error, "ENOENT")) return undefined;
      throw error;
    }
  }
}

function* inGroups<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Waits for all promises, then fails with the first error: no write is pending when the caller gets the error. */
async function settleAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
