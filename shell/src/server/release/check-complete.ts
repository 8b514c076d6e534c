import { SiteError } from "@site/contracts/errors";
import { listNeededPackages } from "@site/contracts/layout";
import { shellName } from "@site/contracts/package-name";
import type { LoadedPackages } from "../page/render-fragments.ts";
import { readLayout } from "./read-layout.ts";

/**
 * Checks that a set has a release of every package that the layout of its shell places. Others may be in it too.
 * @throws SiteError `SET_INCOMPLETE` with the names of those it lacks, `LAYOUT_*` for a layout that servers would not understand
 */
export function checkComplete(packages: LoadedPackages): void {
  const missing = listNeededPackages(readLayout(packages)).filter((name) => !packages.has(name));
  if (missing.length > 0) throw new SiteError("SET_INCOMPLETE", { missing: missing.join(", "), shell: `the layout of ${packages.get(shellName)?.label}` });
}
