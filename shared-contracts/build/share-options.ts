import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../src/documents/parse-json.ts";
import { type SharedModule, shareScope, toPackageOfShared } from "../src/releases/share-scope.ts";

/** The version of a shared package that a package is built against: its own dependency, or else the contract's. */
function readSharedVersion(module: SharedModule, root: string): string {
  const name = toPackageOfShared(module);
  let folder = dirname(resolveFrom(root, name) ?? require.resolve(name));
  for (;;) {
    try {
      const manifest = parseJson(readFileSync(join(folder, "package.json"), "utf8"));
      if (isManifest(manifest) && manifest.name === name) return manifest.version;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
    if (dirname(folder) === folder) throw new Error(`${name} is not installed`);
    folder = dirname(folder);
  }
}

const require = createRequire(import.meta.url);

function resolveFrom(root: string, name: string): string | undefined {
  try {
    return createRequire(join(root, "package.json")).resolve(name);
  } catch {
    return undefined;
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

/** The versions of the shared packages that the package in a folder is built against. */
export function readSharedVersions(root: string): Record<string, string> {
  const modules = Object.keys(shareScope) as SharedModule[];
  return Object.fromEntries(modules.map((module) => [toPackageOfShared(module), readSharedVersion(module, root)]));
}

/** A remote's `shared` option: every module of the share scope, without a copy of its own. */
export function toRemoteShareOptions(
  root: string,
): Record<string, { singleton: true; import: false; requiredVersion: string }> {
  const modules = Object.keys(shareScope) as SharedModule[];
  return Object.fromEntries(
    modules.map((module) => [
      module,
      { singleton: true, import: false, requiredVersion: `^${readSharedVersion(module, root)}` } as const,
    ]),
  );
}
