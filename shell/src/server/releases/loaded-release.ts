import type { PackageName } from "@site/contracts/names/package-name";
import type { Digest } from "@site/contracts/releases/digest";
import type { Release } from "@site/contracts/releases/release";

/** A release whose manifest and every hash were checked, with its bytes. Nothing is read from disk after this. */
export interface LoadedRelease {
  release: Release;
  /** The digest of the manifest: the identity of the release. */
  digest: Digest;
  /** `navigation@1.0.0-0123456789ab`: its name in logs. */
  label: string;
  /** Bytes by path: `browser/…` or `server/…`. */
  files: ReadonlyMap<string, Buffer>;
}

/** Bytes of a release's files, at least 1: what it takes in memory. */
export function countBytes({ files }: LoadedRelease): number {
  return [...files.values()].reduce((sum, { length }) => sum + length, 1);
}

/** The releases of a set by package. One that could not be read is absent. */
export type LoadedPackages = ReadonlyMap<PackageName, LoadedRelease>;
