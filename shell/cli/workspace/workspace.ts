import { createHash, type Hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { hashCode } from "../../src/server/disk/hash-code.ts";

/** The folder of the whole workspace. */
export const workspaceRoot = join(import.meta.dirname, "../../..");

/** The default release store, without `STORE_DIR`. */
export const defaultStoreDir = join(workspaceRoot, ".site");

/** The data documents that come with the shell. */
export const dataFolder = join(workspaceRoot, "shell/data");

/** The folder of a package. */
export function toPackageRoot(name: PackageName): string {
  return join(workspaceRoot, name === "shell" ? "shell" : `remote-${name}`);
}

/** Folders that no build reads. */
const notSource = new Set([
  "node_modules",
  "dist",
  ".build",
  "e2e",
  "bench",
  "testing",
  "checks",
  "simulators",
  "cli",
  "development",
  "pack",
  "template",
  "server",
  "sites",
  "data",
]);

/** A hash of all inputs of a package's build: its sources, the contracts and the pinned versions. */
export function toSourceFingerprint(name: PackageName, shared = toSharedFingerprint()): string {
  return hashSources(toPackageRoot(name)).update(shared).digest("hex");
}

/** A hash of the inputs that the builds of all packages share: the contracts and the pinned versions. */
export function toSharedFingerprint(): string {
  const lockfile = readFileSync(join(workspaceRoot, "pnpm-lock.yaml"));
  return hashSources(join(workspaceRoot, "shared-contracts")).update(lockfile).digest("hex");
}

function hashSources(folder: string): Hash {
  return hashCode(createHash("sha256"), workspaceRoot, folder, notSource);
}
