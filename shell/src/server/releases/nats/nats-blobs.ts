import type { ObjectInfo } from "@nats-io/obj";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { isSiteError, SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import { within } from "../../disk/within.ts";
import type { Blobs } from "../storage/blobs.ts";
import { createFileBlobs } from "../storage/file-blobs.ts";
import { toAddressText } from "./nats-address.ts";
import { countPieces, withObjects } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";
import { isWrongSequence } from "./wrong-sequence.ts";

/** Timeout in milliseconds for the pieces of a blob. The client waits for lost pieces without an end. */
const arrivesWithinMs = 10_000;

/** How many blobs are sent concurrently. */
const blobsAtOnce = 8;

/** Milliseconds after which putting a blob again renews its time. A collection keeps blobs of the last hour. */
const renewMs = 600_000;

/**
 * Blobs as objects of one bucket, named by their digest. Blobs that were read are cached in a folder of this machine, and read from there.
 * @param options whether every read asks NATS, to find lost blobs; the timeout in milliseconds for the pieces of a blob
 */
export function createNatsBlobs(
  link: NatsLink,
  copiesDir: string,
  { skipsCopies = false, piecesTimeoutMs = arrivesWithinMs } = {},
): Blobs {
  const copies = createFileBlobs(copiesDir);

  /** The bytes in NATS; undefined when there are none, `"corrupt"` when they have another hash. */
  async function fetch(digest: Digest): Promise<Buffer | "corrupt" | undefined> {
    const info = await findInfo(digest);
    if (!info) return undefined;
    try {
      const bytes = await withObjects(link, (objects) =>
        within(objects.getBlob(digest), piecesTimeoutMs, new PiecesLate(piecesTimeoutMs)),
      );
      return bytes && toDigest(bytes) === digest ? Buffer.from(bytes) : "corrupt";
    } catch (error) {
      if (isSiteError(error)) throw error;
      // Another client may have put the blob again meanwhile, which removes the earlier pieces.
      if ((await findInfo(digest))?.nuid !== info.nuid) return fetch(digest);
      // Over a slow line, or when a node of NATS was lost meanwhile, the blob is whole in NATS and did not arrive.
      if (error instanceof PiecesLate && (await countPieces(link, info.nuid)) >= info.chunks)
        throw new SiteError("STORE_UNREACHABLE", { address: toAddressText(link.address), problem: error.message });
      return "corrupt";
    }
  }

  async function findInfo(digest: Digest): Promise<ObjectInfo | undefined> {
    if (!v.is(digestSchema, digest)) return undefined;
    const info = await withObjects(link, (objects) => objects.info(digest));
    return info && !info.deleted ? info : undefined;
  }

  async function has(digest: Digest): Promise<boolean> {
    return (await fetch(digest)) instanceof Buffer;
  }

  async function write(bytes: Uint8Array): Promise<Digest> {
    const digest = toDigest(bytes);
    // The caller may change its bytes after this call.
    const own = Buffer.from(bytes);
    for (;;) {
      const info = await withObjects(link, (objects) => objects.info(digest));
      if (info && !info.deleted && (await has(digest))) {
        if (Date.now() - toTime(info).getTime() > renewMs) await renew(digest);
        return digest;
      }
      try {
        const previousRevision = info?.revision ?? 0;
        await withObjects(link, (objects) => objects.putBlob({ name: digest }, own, { previousRevision }));
        return digest;
      } catch (error) {
        // Another client has just put it: check that its bytes are right.
        if (!isWrongSequence(error)) throw error;
      }
    }
  }

  async function renew(digest: Digest): Promise<void> {
    await withObjects(link, (objects) =>
      objects.update(digest, { name: digest, metadata: { at: new Date().toISOString() } }),
    );
  }

  return {
    has,
    async put(blobs) {
      const all = [...blobs];
      const digests: Digest[] = [];
      for (let first = 0; first < all.length; first += blobsAtOnce) {
        const some = all.slice(first, first + blobsAtOnce);
        // Blobs of the group with equal bytes are written once.
        const writes = new Map(some.map((bytes) => [toDigest(bytes), bytes]));
        await Promise.all([...writes.values()].map(write));
        digests.push(...some.map(toDigest));
      }
      return digests;
    },
    async get(digest) {
      const copy = skipsCopies ? undefined : await copies.get(digest).catch(() => undefined);
      if (copy) return copy;
      const bytes = await fetch(digest);
      if (bytes === undefined) throw new SiteError("BLOB_NOT_FOUND", { digest });
      if (bytes === "corrupt") throw new SiteError("BLOB_CORRUPT", { digest, path: toAddressText(link.address) });
      // When there is no room for a copy, the next read fetches the blob again.
      await copies.put([bytes]).catch(() => undefined);
      return bytes;
    },
    async *list() {
      const all = await withObjects(link, (objects) => objects.list());
      for (const info of all) {
        if (v.is(digestSchema, info.name) && !info.deleted)
          yield { digest: info.name, size: info.size, at: toTime(info) };
      }
    },
    async remove(digest) {
      if (await findInfo(digest)) await withObjects(link, (objects) => objects.delete(digest));
      await copies.remove(digest).catch(() => undefined);
    },
  };
}

/** The pieces of a blob did not all arrive in time. */
class PiecesLate extends Error {
  constructor(milliseconds: number) {
    super(`a file did not arrive whole within ${milliseconds / 1000} s`);
  }
}

/** When a blob was last put. */
function toTime({ metadata, mtime }: ObjectInfo): Date {
  return new Date(metadata?.["at"] ?? mtime);
}
