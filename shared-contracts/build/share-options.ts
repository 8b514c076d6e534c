import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SharedModule, shareScope, toPackageOfShared } from "../src/releases/share-scope.ts";

const require = createRequire(import.meta.url);

/** The installed version of a package of the share scope. */
export function readSharedVersion(module: SharedModule): string {
  const name = toPackageOfShared(module);
  let folder = dirname(require.resolve(name));
  for (;;) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (isManifest(manifest) && manifest.name === name) return manifest.version;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
    if (dirname(folder) === folder) throw new Error(`${name} is not installed`);
    folder = dirname(folder);
  }
}

function isManifest(value: unknown): value is { name: string; version: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "version" in value &&
    typeof value.version === "string" &&
    "name" in value
  );
}

/** The installed versions of the shared packages. */
export function readSharedVersions(): Record<string, string> {
  const modules = Object.keys(shareScope) as SharedModule[];
  return Object.fromEntries(modules.map((module) => [toPackageOfShared(module), readSharedVersion(module)]));
}

/** A remote's `shared` option: every module of the scope, never a copy of its own. */
export function toRemoteShareOptions(): Record<string, { singleton: true; import: false; requiredVersion: string }> {
  const modules = Object.keys(shareScope) as SharedModule[];
  return Object.fromEntries(
    modules.map((module) => [
      module,
      { singleton: true, import: false, requiredVersion: `^${readSharedVersion(module)}` } as const,
    ]),
  );
}
