import { type ErrorCode, isSiteError } from "@site/contracts/errors";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import type { ReleaseStore } from "../releases/release-store.ts";

/** The errors of a live release that cannot be read although its record can. The next release of its package resolves them. */
const unreadable: ReadonlySet<ErrorCode> = new Set(["KEY_REVOKED", "RELEASE_FILE_MISMATCH", "RELEASE_FILE_MISSING"]);

/** Loads and verifies every release of these versions. */
export async function loadPackages(store: ReleaseStore, versions: SetVersions): Promise<LoadedPackages> {
  return new Map(
    await Promise.all(
      Object.entries(versions).map(async ([name, version]) => [name, await store.load(name, version)] as const),
    ),
  );
}

/**
 * Loads the live releases that verify. A release whose key was revoked or whose files were damaged is left out, so that it blocks neither a publish of its
 * own package, which is then checked as a first release, nor those of other packages.
 */
export async function loadReadable(store: ReleaseStore, versions: SetVersions): Promise<LoadedPackages> {
  const loaded = await Promise.all(
    Object.entries(versions).map(async ([name, version]) => {
      try {
        return [[name, await store.load(name, version)] as const];
      } catch (error) {
        if (isSiteError(error) && unreadable.has(error.code)) return [];
        throw error;
      }
    }),
  );
  return new Map(loaded.flat());
}
