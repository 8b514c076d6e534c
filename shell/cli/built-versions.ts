import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/package-name";
import { parseRelease } from "@site/contracts/release";
import { toPackageRoot } from "./workspace.ts";

/** The version in a package's `dist` folder. */
export function readBuiltVersion(name: PackageName): string {
  return parseRelease(JSON.parse(readFileSync(join(toPackageRoot(name), "dist/release.json"), "utf8")), name).version;
}

/** The versions in the packages' `dist` folders. */
export function readBuiltVersions(): Record<PackageName, string> {
  return {
    shell: readBuiltVersion("shell"),
    navigation: readBuiltVersion("navigation"),
    download: readBuiltVersion("download"),
    "support-chat": readBuiltVersion("support-chat"),
    content: readBuiltVersion("content"),
    compliance: readBuiltVersion("compliance"),
  };
}
