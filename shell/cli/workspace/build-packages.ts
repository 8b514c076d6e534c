import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Configure } from "@site/contracts/build/configuration";
import { withLock } from "@site/contracts/build/with-lock";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { PackageName } from "@site/contracts/names/package-name";
import { readBuiltVersion } from "./built-versions.ts";
import { toPackageRoot, toSharedFingerprint, toSourceFingerprint, workspaceRoot } from "./workspace.ts";

/** A file in a package's `dist` with the fingerprint of the sources of the build. */
const stampFile = "built-from";

/** The fingerprint of a built release's sources; undefined for a release that `site build` did not make. */
function readStamp(folder: string): string | undefined {
  const file = join(folder, stampFile);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** The packages whose `dist` was not built from their current sources. */
export function findStale(names: readonly PackageName[]): PackageName[] {
  const shared = toSharedFingerprint();
  return names.filter((name) => readStamp(join(toPackageRoot(name), "dist")) !== toSourceFingerprint(name, shared));
}

/**
 * A sentence for each release that `site build` made from other sources than the current ones: after a failed build, or after a later save.
 * @param folders the folder of each package's built release
 */
export function tellOutdated(folders: ReadonlyMap<PackageName, string>): string[] {
  const stamped = [...folders].flatMap(([name, folder]) => {
    const stamp = packageNames.includes(name) ? readStamp(folder) : undefined;
    return stamp === undefined ? [] : [{ name, folder, stamp }];
  });
  if (stamped.length === 0) return [];
  const shared = toSharedFingerprint();
  return stamped
    .filter(({ name, stamp }) => stamp !== toSourceFingerprint(name, shared))
    .map(
      ({ name, folder }) =>
        `${name}@${readBuiltVersion(name, folder)} was built from other sources than this workspace has now. To build them: site build ${name}.`,
    );
}

/** The lock of builds of this workspace. */
const buildLock = join(workspaceRoot, "node_modules/.cache/site-build.lock");

/** Builds one package. Resolves with its version. */
type BuildOne = (name: PackageName) => Promise<string>;

/**
 * Builds the packages whose `dist` was not built from their current sources, in sequence. Two processes would write into the same folders, so each
 * waits for the other; packages that the other one built are not built again.
 * @param work builds each of the stale packages, and may report it; by default they are built in silence
 * @param lock another lock only in tests
 */
export function buildStale(
  names: readonly PackageName[],
  work: (stale: readonly PackageName[], build: BuildOne) => Promise<void> = buildAll,
  lock = buildLock,
): Promise<void> {
  return withLock(lock, () => work(findStale(names), buildOne));
}

async function buildAll(stale: readonly PackageName[], build: BuildOne): Promise<void> {
  for (const name of stale) await build(name);
}

async function buildOne(name: PackageName): Promise<string> {
  const root = toPackageRoot(name);
  // The bundler takes half a second to load.
  const { compile } = await import("@site/contracts/build/compile");
  const { default: configure }: { default: Configure } = await import(join(root, "rspack.config.ts"));
  const fingerprint = toSourceFingerprint(name);
  await compile(configure());
  writeFileSync(join(root, "dist", stampFile), fingerprint);
  return readBuiltVersion(name);
}
