import { packageNames } from "@site/contracts/build/workspace-packages";
import { SiteError } from "@site/contracts/errors";
import { InvalidArgumentError } from "commander";
import { isPackageName, type PackageName } from "@site/contracts/names/package-name";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { findNearest } from "./nearest.ts";

/**
 * The name of a package that this workspace builds.
 * @throws SiteError `PACKAGE_UNKNOWN` with the names of packages, the most similar first; InvalidArgumentError for a release, `name@version`
 */
function parsePackageName(name: string): PackageName {
  if (packageNames.includes(name)) return name;
  const [alone = "", version] = name.split("@");
  if (version !== undefined && isPackageName(alone))
    throw new InvalidArgumentError(`Write ${alone} alone, without a version.`);
  const nearest = findNearest(name, packageNames);
  const known = [...nearest, ...packageNames.filter((one) => !nearest.includes(one))];
  throw new SiteError("PACKAGE_UNKNOWN", { name, known: known.join(", ") });
}

/**
 * The name of a package that this workspace builds, or of which the store has releases.
 * @throws what {@link parsePackageName} throws
 */
export async function parseStoredName(name: string, store: Pick<ReleaseStore, "versions">): Promise<PackageName> {
  return isPackageName(name) && (await store.versions(name)).length > 0 ? name : parsePackageName(name);
}

/** The named packages; without names, all that this workspace builds. */
export function parsePackageNames(given: readonly string[]): PackageName[] {
  return given.length === 0 ? [...packageNames] : given.map(parsePackageName);
}
