import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseJson } from "../src/documents/parse-json.ts";
import { SiteError } from "../src/errors/errors.ts";
import { type SharedModule, shareScope, toPackageOfShared } from "../src/releases/share-scope.ts";

/** The folder of the contract, which has the shared libraries that a package does not depend on itself. */
const contractFolder = join(import.meta.dirname, "..");

/** The version of a shared package that a package is built against: its own dependency, or else the contract's. */
function readSharedVersion(module: SharedModule, root: string, resolve: typeof resolveFrom): string {
  const name = toPackageOfShared(module);
  const entry = resolve(root, name) ?? resolve(contractFolder, name);
  if (entry === undefined)
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `${name} is not installed. A remote needs all the libraries that it shares with the shell, and some package managers, such as Yarn, install none that only another package needs. Add ${name} to the dependencies in package.json, in a version that the peerDependencies of @site/contracts allow, and install.`,
    });
  let folder = dirname(entry);
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

/**
 * The versions of the shared packages that the package in a folder is built against.
 * @param resolve the main file of a package, as a folder's files import it; undefined when it is not installed
 * @throws SiteError `BUILD_FAILED` when one is not installed
 */
export function readSharedVersions(root: string, resolve = resolveFrom): Record<string, string> {
  const modules = Object.keys(shareScope) as SharedModule[];
  return Object.fromEntries(
    modules.map((module) => [toPackageOfShared(module), readSharedVersion(module, root, resolve)]),
  );
}

/**
 * A remote's `shared` option: every module of the share scope, without a copy of its own.
 * @throws SiteError as {@link readSharedVersions}
 */
export function toRemoteShareOptions(
  root: string,
): Record<string, { singleton: true; import: false; requiredVersion: string }> {
  const versions = readSharedVersions(root);
  const modules = Object.keys(shareScope) as SharedModule[];
  return Object.fromEntries(
    modules.map((module) => [
      module,
      { singleton: true, import: false, requiredVersion: `^${versions[toPackageOfShared(module)]}` } as const,
    ]),
  );
}
