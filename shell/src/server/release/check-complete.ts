import { SiteError } from "@site/contracts/errors";
import { type PackageName, shellName } from "@site/contracts/package-name";
import { toIslandParts } from "@site/contracts/remote";
import { errorIsland, frame, heads, routes } from "../../layout/routes.ts";
import type { LoadedPackages } from "../page/render-fragments.ts";

/** The packages that a layout cannot do without, sorted: the owners of its islands and of its head fragments. */
function listNeededPackages(): PackageName[] {
  const islands = [...Object.values(frame), ...routes.map(({ page }) => page), errorIsland];
  return [...new Set([...islands.map((island) => toIslandParts(island).owner), ...heads])].toSorted();
}

/**
 * Checks that a set has a release of every package that the layout of its shell places. Others may be in it too.
 * @throws SiteError `SET_INCOMPLETE` with the names of those it lacks
 */
export function checkComplete(packages: LoadedPackages): void {
  const shell = packages.get(shellName);
  if (!shell) throw new SiteError("SET_INCOMPLETE", { missing: shellName, shell: "every set" });
  const missing = listNeededPackages().filter((name) => !packages.has(name));
  if (missing.length > 0) throw new SiteError("SET_INCOMPLETE", { missing: missing.join(", "), shell: `the layout of ${shell.label}` });
}
