import { integrityToDigest } from "@site/contracts/releases/digest";
import type { Release } from "@site/contracts/releases/release";
import { toBlobPath } from "../../src/server/releases/storage/file-blobs.ts";

/** The path of a release's file in a store, for tests that change its bytes. */
export function toStoredPath(storeDir: string, release: Release, file: string): string {
  const listed = release.files[file];
  if (!listed) throw new Error(`${release.name}@${release.version} has no file ${file}.`);
  return toBlobPath(storeDir, integrityToDigest(listed.integrity));
}
