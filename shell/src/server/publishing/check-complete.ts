import { SiteError } from "@site/contracts/errors";
import { listNeededPackages } from "@site/contracts/pages/layout";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import { readLayout } from "../releases/read-layout.ts";

function listMissing(packages: LoadedPackages): PackageName[] {
  return listNeededPackages(readLayout(packages)).filter((name) => !packages.has(name));
}

/** Whether packages are a whole set: at a first publish they may not be. */
export function isComplete(packages: LoadedPackages): boolean {
  return packages.has(shellName) && listMissing(packages).length === 0;
}

/**
 * Checks that a set has a release of every package that the layout of its shell places. Others may be in it too.
 * @throws SiteError `SET_INCOMPLETE` with the names of those it lacks, `LAYOUT_*` for a layout that this version does not support
 */
export function checkComplete(packages: LoadedPackages): void {
  const missing = listMissing(packages);
  if (missing.length > 0)
    throw new SiteError("SET_INCOMPLETE", {
      missing: missing.join(", "),
      shell: `the layout of ${packages.get(shellName)?.label}`,
    });
}
