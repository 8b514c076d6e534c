import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { PackageName } from "@site/contracts/package-name";
import { parseRelease } from "@site/contracts/release";
import { toPackageRoot } from "./workspace.ts";

/** The version in a package's `dist` folder. */
export function readBuiltVersion(name: PackageName): string {
  return parseRelease(JSON.parse(readFileSync(join(toPackageRoot(name), "dist/release.json"), "utf8")), name).version;
}

/** The versions in the packages' `dist` folders. */
export function readBuiltVersions(): Record<PackageName, string> {
  return Object.fromEntries(packageNames.map((name) => [name, readBuiltVersion(name)]));
}
