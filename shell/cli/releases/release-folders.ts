import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { SiteError } from "@site/contracts/errors";
import { isPackageName, type PackageName } from "@site/contracts/names/package-name";
import { parsePackageNames } from "../command-line/package-argument.ts";
import { toPackageRoot } from "../workspace/workspace.ts";

/** The folder of a package's build in this workspace. */
export function toDist(name: PackageName): string {
  return join(toPackageRoot(name), "dist");
}

/** Whether there is a built release in a folder. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, "release.json"));
}

/**
 * The folder of each package's built release: of those that this workspace builds, or of any package that was built elsewhere.
 * @param from the folder of the single named package
 * @throws SiteError `PACKAGE_UNKNOWN`, `RELEASE_NOT_BUILT`, InvalidArgumentError for a folder with several packages
 */
export function toReleaseFolders(given: readonly string[], from: string | undefined): Map<PackageName, string> {
  const [only] = given;
  if (from !== undefined && (only === undefined || given.length !== 1))
    throw new InvalidArgumentError("--from is the folder of one release: name one package with it.");
  const names = from !== undefined && isPackageName(only) ? [only] : parsePackageNames(given);
  const folders = new Map(names.map((name) => [name, from === undefined ? toDist(name) : resolve(from)]));
  for (const folder of folders.values()) if (!isBuilt(folder)) throw new SiteError("RELEASE_NOT_BUILT", { folder });
  return folders;
}
