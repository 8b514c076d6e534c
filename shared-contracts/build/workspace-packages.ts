import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isPackageName, type PackageName, shellName } from "../src/names/package-name.ts";

const workspaceRoot = join(import.meta.dirname, "../..");

/** The folder of a remote of this workspace. */
export function toRemoteRoot(name: PackageName): string {
  return join(workspaceRoot, `remote-${name}`);
}

/**
 * The remotes of this workspace, sorted: its folders `remote-<name>` with a build. Others may be elsewhere.
 * @throws Error for a folder with an invalid name
 */
function listRemotes(): PackageName[] {
  const names = readdirSync(workspaceRoot)
    .flatMap((folder) => /^remote-(.+)$/.exec(folder)?.[1] ?? [])
    .toSorted();
  return names
    .filter((name) => existsSync(join(workspaceRoot, `remote-${name}`, "rspack.config.ts")))
    .map((name) => {
      if (isPackageName(name) && name !== shellName) return name;
      throw new Error(
        `The folder remote-${name}: ${name} is no name for a remote. Use small letters, digits and hyphens, and not the name ${shellName}.`,
      );
    });
}

/** The remotes that this workspace builds. */
export const remoteNames: readonly PackageName[] = listRemotes();

/** The packages that this workspace builds. A release set may have others. */
export const packageNames: readonly PackageName[] = [shellName, ...remoteNames];
