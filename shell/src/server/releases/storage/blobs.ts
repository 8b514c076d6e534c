import type { Digest } from "@site/contracts/releases/digest";

/** Bytes named by their digest. Every kind passes one contract suite, `describeBlobs`. */
export interface Blobs {
  /** Resolves when all blobs survive a loss of power. Blobs that the store already has are no error. */
  put(blobs: Iterable<Uint8Array>): Promise<Digest[]>;
  /** @throws SiteError `BLOB_NOT_FOUND`, `BLOB_CORRUPT` when the bytes have another hash */
  get(digest: Digest): Promise<Buffer>;
  /** Whether `get` would return the bytes: false for a damaged blob, which `put` replaces. */
  has(digest: Digest): Promise<boolean>;
  /** Lists blobs for collection. `at` is when the bytes were last put. Damaged blobs are listed too. */
  list(): AsyncIterable<{ digest: Digest; size: number; at: Date }>;
  /** Removing a blob that the store does not have is no error. */
  remove(digest: Digest): Promise<void>;
}
