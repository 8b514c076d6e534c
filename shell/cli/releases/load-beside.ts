import { packageNames } from "@site/contracts/build/workspace-packages";
import { SiteError } from "@site/contracts/errors";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import { loadBuilt } from "../../src/server/release-checks/load-built.ts";
import type { LoadedPackages } from "../../src/server/releases/loaded-release.ts";
import { isBuilt, toDist } from "./release-folders.ts";

/**
 * The built releases of the other packages, to check candidates with them where no set is live.
 * @throws SiteError `SHELL_NOT_BUILT`: without a shell there are no pages, and a check that renders nothing finds nothing
 * @param toFolder the folder of a package's build; by default in the workspace
 */
export async function loadBeside(candidates: LoadedPackages, toFolder = toDist): Promise<LoadedPackages> {
  const isThere = (name: PackageName): boolean => isBuilt(toFolder(name));
  if (!candidates.has(shellName) && !isThere(shellName))
    throw new SiteError("SHELL_NOT_BUILT", { folder: toFolder(shellName) });
  const others = packageNames.filter((name) => !candidates.has(name) && isThere(name));
  return new Map(await Promise.all(others.map(async (name) => [name, await loadBuilt(toFolder(name), name)] as const)));
}
