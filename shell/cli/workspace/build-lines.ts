import type { PackageName } from "@site/contracts/names/package-name";

/** A release that was just built. */
interface Built {
  version: string;
  ms: number;
}

/**
 * The outcome of a build, a line for each package.
 * @param readBuilt the version of a package whose release was built earlier
 */
export function toBuildLines(
  names: readonly PackageName[],
  built: ReadonlyMap<PackageName, Built>,
  readBuilt: (name: PackageName) => string,
): string[] {
  return names.map((name) => {
    const now = built.get(name);
    return now
      ? `built ${name}@${now.version} in ${Math.round(now.ms)} ms`
      : `${name}@${readBuilt(name)} is up to date with its sources`;
  });
}
