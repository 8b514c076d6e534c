import { join } from "node:path";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { isSiteError } from "@site/contracts/errors";
import { type Disk, isDiskError } from "../disk/disk.ts";
import type { DurableFiles } from "../disk/durable-files.ts";
import { openSeenRevision } from "../releases/signed-store/seen-revision.ts";
import {
  parseEnvelope,
  signDocument,
  toCanonicalBytes,
  toEnvelopeBytes,
} from "@site/contracts/signing/signed-document";
import { documentMaxBytes, type JsonObject } from "@site/contracts/signing/strict-json";
import type { ServerKey } from "./server-key.ts";

/** A signed document of which only the newest version counts. Each version has a higher number than the one before. */
export interface SignedIndex {
  /**
   * The newest version; undefined when there never was one.
   * @throws Error with the reason when it is damaged, signed with another key, or older than one that was seen
   */
  read(key: ServerKey): Promise<JsonObject | undefined>;
  /** Writes the next version, durable when this resolves. @returns its number */
  write(document: JsonObject, key: ServerKey): Promise<number>;
  /** The number of the newest version; 0 when there is none. */
  newest(): Promise<number>;
  /** Removes the versions before a number. */
  sweep(before: number): Promise<void>;
}

/** The versions in a folder below the state folder; `seen/<label>` has the number of the newest one that was read or written. */
export function createSignedIndex(
  stateDir: string,
  path: readonly string[],
  label: string,
  files: DurableFiles,
  disk: Disk,
): SignedIndex {
  const folder = join(stateDir, ...path);
  const seen = openSeenRevision(stateDir, label, disk);
  const toFile = (number: number): string => join(folder, `${String(number).padStart(8, "0")}.json`);

  /** The numbers of the versions on disk, highest first. */
  async function list(): Promise<number[]> {
    try {
      return (await disk.list(folder))
        .flatMap((name) => /^(\d{8})\.json$/.exec(name)?.[1] ?? [])
        .map(Number)
        .toSorted((a, b) => b - a);
    } catch (error) {
      if (isDiskError(error, "ENOENT")) return [];
      throw error;
    }
  }

  async function readNewest(): Promise<{ revision: number; digest: Digest; bytes: Buffer } | undefined> {
    for (;;) {
      const [revision] = await list();
      if (revision === undefined) return undefined;
      try {
        const { isFile, size } = await disk.describe(toFile(revision));
        const bytes = isFile && size <= documentMaxBytes ? await disk.read(toFile(revision)) : undefined;
        if (!bytes) throw new Error(`${toFile(revision)} is not a file of at most ${documentMaxBytes} bytes`);
        return { revision, digest: toDigest(bytes), bytes };
      } catch (error) {
        // Unless another server with this folder wrote a newer version meanwhile, and removed this one.
        if ((await list())[0] === revision) throw error;
      }
    }
  }

  /** The newest version, unless a newer one was seen. When the disk is full or read-only it is read without noting it as seen. */
  async function acceptNewest(): Promise<Awaited<ReturnType<typeof readNewest>>> {
    try {
      return await seen.accept(readNewest);
    } catch (error) {
      if (isSiteError(error, "STORE_NOT_WRITABLE") || isSiteError(error, "STORE_FULL")) return readNewest();
      if (!isSiteError(error, "CHANNEL_ROLLED_BACK") && !isSiteError(error, "CHANNEL_FORKED")) throw error;
      const { seen: newest, revision } = error.details;
      throw new Error(
        isSiteError(error, "CHANNEL_FORKED")
          ? `version ${revision} of its index is another one than this server wrote`
          : `its index is version ${revision}, and this server has written version ${newest}: an older state was put in its place`,
        { cause: error },
      );
    }
  }

  return {
    async read(key) {
      const found = await acceptNewest();
      if (!found) return undefined;
      const { signatures, signed } = parseEnvelope(found.bytes, toFile(found.revision));
      const [signature] = signatures;
      if (signatures.length !== 1 || signature?.keyid !== key.keyId)
        throw new Error(`its index is signed with another key than the one of this server, ${key.keyId.slice(0, 12)}`);
      if (!key.verify(toCanonicalBytes(signed), signature.sig)) throw new Error("the signature of its index is wrong");
      if (signed["number"] !== found.revision) throw new Error("its index is of another number than its file");
      return signed;
    },
    async write(document, key) {
      await files.ensureFolder(...path);
      for (;;) {
        // Fails when the seen number cannot be read: ignoring it would let an older state be put back unnoticed.
        const number = Math.max((await list())[0] ?? 0, (await seen.last())?.revision ?? 0) + 1;
        const bytes = toEnvelopeBytes(await signDocument({ ...document, number }, [key]));
        try {
          await files.withStaged(bytes, (staged) => disk.link(staged, toFile(number)));
        } catch (error) {
          // Another server with this folder took this number first.
          if (isDiskError(error, "EEXIST")) continue;
          throw error;
        }
        await disk.sync(folder);
        await seen.accept(readNewest);
        return number;
      }
    },
    newest: async () => (await list())[0] ?? 0,
    async sweep(before) {
      for (const number of await list()) if (number < before) await disk.remove(toFile(number)).catch(() => undefined);
    },
  };
}
