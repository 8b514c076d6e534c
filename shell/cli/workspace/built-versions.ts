import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { parseRelease } from "@site/contracts/releases/release";
import { toPackageRoot } from "./workspace.ts";

/**
 * The version of a built release; by default of the release in the package's `dist`.
 * @throws SiteError `RELEASE_NOT_BUILT`
 */
export function readBuiltVersion(name: PackageName, folder = join(toPackageRoot(name), "dist")): string {
  const file = join(folder, "release.json");
  if (!existsSync(file)) throw new SiteError("RELEASE_NOT_BUILT", { folder });
  return parseRelease(JSON.parse(readFileSync(file, "utf8")), name).version;
}

/** The versions in the packages' `dist` folders. */
export function readBuiltVersions(): Record<PackageName, string> {
  return Object.fromEntries(packageNames.map((name) => [name, readBuiltVersion(name)]));
}
