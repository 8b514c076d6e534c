import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "@site/contracts/build/build-package";
import type { PackageBuild } from "@site/contracts/build/package-build";
import type { PackageName } from "@site/contracts/package-name";
import { toPackageRoot, toSourceFingerprint } from "./workspace.ts";

/** Says in a package's `dist` which sources it was built from. */
const stampFile = "dist/built-from";

/** The packages whose `dist` is not of their present sources. */
export function findStale(names: readonly PackageName[]): PackageName[] {
  return names.filter((name) => {
    const stamp = join(toPackageRoot(name), stampFile);
    return !existsSync(stamp) || readFileSync(stamp, "utf8") !== toSourceFingerprint(name);
  });
}

/** Builds packages one after the other; `onBuilt` is told of each. */
export async function buildPackages(names: readonly PackageName[], onBuilt: (name: PackageName, version: string, milliseconds: number) => void): Promise<void> {
  for (const name of names) {
    const started = performance.now();
    const root = toPackageRoot(name);
    const { default: build }: { default: PackageBuild } = await import(join(root, "rspack.config.ts"));
    const fingerprint = toSourceFingerprint(name);
    const release = await buildPackage(build);
    writeFileSync(join(root, stampFile), fingerprint);
    onBuilt(name, release.version, performance.now() - started);
  }
}
