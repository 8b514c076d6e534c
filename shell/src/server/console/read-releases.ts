import { isSiteError, SiteError } from "@site/contracts/errors";
import type { Release } from "@site/contracts/releases/release";
import { type BlastRadius, findBlastRadius } from "../publishing/blast-radius.ts";
import { loadPackages } from "../publishing/load-packages.ts";
import { readChecks, type ReleaseSizes, type PassedChecks, toSizes } from "../publishing/release-facts.ts";
import { readLayout } from "../releases/read-layout.ts";
import type { RevisionRecord } from "../releases/release-store.ts";
import type { ConsoleSources } from "./console-sources.ts";
import { isRevoked } from "./is-revoked.ts";

/** The admitted releases of a package. */
export interface PackageReleases {
  name: string;
  live: string | undefined;
  /** Newest first. */
  releases: { version: string; at: string; isRevoked: boolean }[];
}

/** Releases of one package that are listed. */
const maxListed = 20;

/** The releases of every package of the live set, and of those that were only admitted. */
export async function readReleases({ store }: Pick<ConsoleSources, "store">): Promise<PackageReleases[]> {
  const [record, releases] = await Promise.all([store.current(), store.releases()]);
  const live = record?.set.versions ?? {};
  const names = [...new Set([...Object.keys(live), ...releases.map(({ name }) => name)])];
  return Promise.all(
    names.map(async (name) => {
      const newest = releases
        .filter((one) => one.name === name)
        .toSorted((one, other) => other.at.getTime() - one.at.getTime())
        .slice(0, maxListed);
      const listed = newest.map(async ({ version, at }) => ({
        version,
        at: at.toISOString(),
        isRevoked: await isRevoked(store, name, version),
      }));
      return { name, live: live[name], releases: await Promise.all(listed) };
    }),
  );
}

/** What one release is, where it comes from and what it touches, as `site show` says it. */
export interface ShownRelease {
  release: Release;
  digest: string;
  /** When it was admitted: UTC, ISO 8601. */
  at: string;
  record: RevisionRecord;
  isLive: boolean;
  sizes: ReleaseSizes;
  /** The release that its sizes are compared with. */
  before: { version: string; sizes: ReleaseSizes } | undefined;
  checks: PassedChecks | undefined;
  /** Undefined when it does not fit into the live set. */
  radius: BlastRadius | undefined;
}

/** @throws SiteError `RELEASE_NOT_FOUND`, or why it does not verify */
export async function readShownRelease(
  { store, site, data }: Pick<ConsoleSources, "store" | "site" | "data">,
  name: string,
  version: string,
): Promise<ShownRelease> {
  const record = await store.current();
  if (!record) throw new SiteError("STORE_EMPTY", {});
  const live = record.set.versions;
  const release = await store.readManifest(name, version);
  const { digest, at } = await store.readSigned(name, version);
  const known = await store.versions(name);
  const isLive = live[name] === version;
  const beforeVersion = isLive ? known[known.indexOf(version) - 1] : live[name];
  const before = beforeVersion === undefined ? undefined : await store.readManifest(name, beforeVersion);
  return {
    release,
    digest,
    at,
    record,
    isLive,
    sizes: toSizes(release),
    before: before && { version: before.version, sizes: toSizes(before) },
    checks: await readChecks(store, name, version),
    radius: await readRadius(),
  };

  async function readRadius(): Promise<BlastRadius | undefined> {
    try {
      const packages = await loadPackages(store, { ...live, [name]: version });
      return findBlastRadius(name, packages, readLayout(packages), [{ site, data: data.documents() }]);
    } catch (error) {
      if (isSiteError(error)) return undefined;
      throw error;
    }
  }
}
