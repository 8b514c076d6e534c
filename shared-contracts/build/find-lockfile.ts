import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const lockfiles = ["pnpm-lock.yaml", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "bun.lock"];

/** The lockfile of a folder or of the nearest one above it. */
export function findLockfile(folder: string): string | undefined {
  const found = lockfiles.map((file) => join(folder, file)).find((file) => existsSync(file));
  return found ?? (dirname(folder) === folder ? undefined : findLockfile(dirname(folder)));
}
