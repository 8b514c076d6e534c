import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/package-name";
import { parseRelease } from "@site/contracts/release";
import { toPackageRoot } from "./workspace.ts";

function read(name: PackageName): string {
  return parseRelease(JSON.parse(readFileSync(join(toPackageRoot(name), "dist/release.json"), "utf8")), name).version;
}

/** The versions in the packages' `dist` folders. */
export function readBuiltVersions(): Record<PackageName, string> {
  return {
    shell: read("shell"),
    navigation: read("navigation"),
    download: read("download"),
    "support-chat": read("support-chat"),
    content: read("content"),
    compliance: read("compliance"),
  };
}
