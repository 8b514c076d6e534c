import { SiteError } from "@site/contracts/errors";
import { isPackageName, type PackageName, packageNames } from "@site/contracts/package-name";
import { findNearest } from "./nearest.ts";

/** @throws SiteError `PACKAGE_UNKNOWN` with the packages there are, the likest first */
export function parsePackageName(name: string): PackageName {
  if (isPackageName(name)) return name;
  const nearest = findNearest(name, packageNames);
  const known = [...nearest, ...packageNames.filter((one) => !nearest.includes(one))];
  throw new SiteError("PACKAGE_UNKNOWN", { name, known: known.join(", ") });
}

/** The packages that were named; all of them when none was. */
export function parsePackageNames(given: readonly string[]): PackageName[] {
  return given.length === 0 ? [...packageNames] : given.map(parsePackageName);
}
