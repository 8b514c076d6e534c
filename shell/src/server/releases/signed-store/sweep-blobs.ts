import { integrityToDigest } from "@site/contracts/releases/digest";
import type { Blobs } from "../storage/blobs.ts";
import type { ReleaseLibrary } from "./release-library.ts";

/** Milliseconds for which an unused blob is kept: a publish writes its files before its admission. */
const keptForPublishMs = 3_600_000;

/** The blobs to sweep, and the admissions that decide which are used. */
export interface SweepOptions {
  blobs: Blobs;
  library: ReleaseLibrary;
  /** The packages of the store. */
  teams: readonly string[];
  now(): Date;
}

/**
 * Removes the blobs that no admitted release needs.
 * @throws SiteError when the manifest of an admitted release cannot be read: which blobs it needs is then unknown, and none is removed
 */
export async function sweepBlobs({
  blobs,
  library,
  teams,
  now,
}: SweepOptions): Promise<{ blobs: number; bytes: number }> {
  const swept = { blobs: 0, bytes: 0 };
  const before = now().getTime() - keptForPublishMs;
  const needed = new Set<string>();
  for (const name of teams) {
    for (const admission of await library.admissions(name)) {
      needed.add(admission.digest);
      for (const { integrity } of Object.values((await library.readManifest(admission)).files))
        needed.add(integrityToDigest(integrity));
    }
  }
  for await (const { digest, size, at } of blobs.list()) {
    if (needed.has(digest) || at.getTime() > before) continue;
    await blobs.remove(digest);
    swept.blobs += 1;
    swept.bytes += size;
  }
  return swept;
}
