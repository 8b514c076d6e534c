import { readdirSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { type Disk, realDisk } from "../disk/disk.ts";
import { createDurableFiles } from "../disk/durable-files.ts";
import { maxDrawReplyBytes } from "./drawing.ts";

/** A cache on disk of drawn pictures, which survives a restart of the server. Its functions never throw. */
export interface PictureCache {
  /** The cached picture of an address below `/_image/`; undefined when there is none with a valid signature of this server. */
  find(address: string): Promise<Buffer | undefined>;
  /** Writes a picture to the cache. Resolves when it is on disk, or the write has failed. */
  write(address: string, picture: Buffer): Promise<void>;
  /** Resolves when all pending writes have ended. */
  close(): Promise<void>;
}

/** The key of this server, which signs its pictures: others are not read. */
export interface PictureKey {
  /** 128 hexadecimal digits. */
  sign(bytes: Uint8Array): Promise<string>;
  verify(bytes: Uint8Array, signature: string): boolean;
}

export interface PictureCacheOptions {
  /** The state folder. Pictures are in `pictures/` below it. */
  stateDir: string;
  openKey(): Promise<PictureKey>;
  /** Called with the first error of a write; later errors are not reported. */
  onProblem(error: unknown): void;
  disk?: Disk;
  /** Most bytes of all pictures on disk. Beyond it, the least recently used are removed until three quarters of it are left. */
  maxBytes?: number;
}

/** Ten times the pictures and link previews of today's site. */
const usualMaxBytes = 64 * 2 ** 20;

/** Bytes of a signature at the start of a file; the picture follows. */
const signatureBytes = 64;

const namePattern = /^[0-9a-f]{96}\.picture$/;

/** The libraries whose versions decide what a picture looks like. */
const libraries = ["sharp", "harfbuzzjs", "woff2-encoder"];

/**
 * Keeps pictures in files, each signed with the server's key. The name of a file is a hash of the address, which has the hash of the artwork, and of
 * the code that draws: there is nothing to invalidate. A file that is damaged, renamed or signed with another key is not read.
 */
export function openPictureCache({
  stateDir,
  openKey,
  onProblem,
  disk = realDisk,
  maxBytes = usualMaxBytes,
}: PictureCacheOptions): PictureCache {
  const files = createDurableFiles(stateDir, disk);
  const folder = join(stateDir, "pictures");
  const code = toDrawingCode();
  let opening: Promise<PictureKey | undefined> | undefined;
  /** Bytes on disk, as far as known; undefined before the first write. */
  let bytesOnDisk: number | undefined;
  let hasProblem = false;
  /** Pictures are written one after the other. */
  let last = Promise.resolve();

  /** Reports the first problem only: a full disk would cause one with each picture. */
  function reportOnce(error: unknown): undefined {
    if (!hasProblem) onProblem(error);
    hasProblem = true;
    return undefined;
  }

  const getKey = (): Promise<PictureKey | undefined> => (opening ??= openKey().catch(reportOnce));
  const toFileDigest = (address: string): Digest => toDigest(Buffer.from(JSON.stringify([code, address])));
  const toFile = (digest: Digest): string => join(folder, `${digest}.picture`);

  async function read(address: string): Promise<Buffer | undefined> {
    const key = await getKey();
    const digest = toFileDigest(address);
    const found = await disk.describe(toFile(digest)).catch(() => undefined);
    if (!key || !found?.isFile || found.size > signatureBytes + maxDrawReplyBytes) return undefined;
    const bytes = (await disk.read(toFile(digest))) ?? Buffer.alloc(0);
    const picture = bytes.subarray(signatureBytes);
    if (!key.verify(toSignedBytes(digest, picture), bytes.toString("hex", 0, signatureBytes))) return undefined;
    // The modification time of a file is the time of its last use.
    await disk.touch(toFile(digest)).catch(() => undefined);
    return picture;
  }

  async function store(address: string, picture: Buffer): Promise<void> {
    const key = await getKey();
    if (!key) return;
    await files.ensureFolder("pictures");
    bytesOnDisk ??= (await list()).reduce((total, { size }) => total + size, 0);
    const digest = toFileDigest(address);
    const signature = Buffer.from(await key.sign(toSignedBytes(digest, picture)), "hex");
    await files.withStaged(Buffer.concat([signature, picture]), (staged) => disk.rename(staged, toFile(digest)));
    bytesOnDisk += signatureBytes + picture.length;
    if (bytesOnDisk > maxBytes) bytesOnDisk = await sweep();
  }

  async function list(): Promise<{ name: string; size: number; at: number }[]> {
    const names = (await disk.list(folder)).filter((name) => namePattern.test(name));
    const found = await Promise.all(
      names.map((name) =>
        disk.describe(join(folder, name)).then(
          ({ size, at }) => [{ name, size, at: at.getTime() }],
          // Another server with this folder removed it.
          () => [],
        ),
      ),
    );
    return found.flat();
  }

  /** Removes the least recently used pictures. Returns the bytes that are left. */
  async function sweep(): Promise<number> {
    let left = 0;
    for (const { name, size } of (await list()).toSorted((a, b) => b.at - a.at)) {
      if (left + size > maxBytes * 0.75) await disk.remove(join(folder, name)).catch(() => undefined);
      else left += size;
    }
    return left;
  }

  return {
    find: (address) => read(address).catch(reportOnce),
    write: (address, picture) => (last = last.then(() => store(address, picture)).catch(reportOnce)),
    close: () => last,
  };
}

/** The signed text. It names its purpose and the picture, so that no other signature of this key fits. */
function toSignedBytes(digest: Digest, picture: Uint8Array): Uint8Array {
  return Buffer.from(`picture ${digest} ${toDigest(picture)}`);
}

/** A hash of this folder's code and of the libraries that draw: other code draws other pictures. */
function toDrawingCode(): Digest {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .toSorted()
    .map((name) => join(import.meta.dirname, name));
  const packages = libraries.flatMap((name) => findPackageJSON(name, import.meta.url) ?? []);
  return toDigest(Buffer.concat([...sources, ...packages].map((file) => readFileSync(file))));
}
