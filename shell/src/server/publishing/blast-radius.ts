import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { Layout } from "@site/contracts/pages/layout";
import type { SiteWithData } from "../data/open-sites.ts";
import { planPages } from "../pages/page-plan.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** Where a release of a package is seen. */
export interface BlastRadius {
  /** The routes with an island of the package, and how many there are. */
  routes: string[];
  allRoutes: number;
  /** The locales of the sites, and the pages of all sites in all of them, without error pages. */
  locales: string[];
  pages: number;
  allPages: number;
}

/** The pages that show an island of a package: the layout's own, and those in slots of other islands. The shell and head scripts are on every page. */
export function findBlastRadius(
  name: PackageName,
  packages: LoadedPackages,
  layout: Layout,
  sites: readonly SiteWithData[],
): BlastRadius {
  const isEverywhere =
    name === shellName ||
    (layout.heads.includes(name) && packages.get(name)?.release.head !== undefined) ||
    Object.values(layout.frame).some((island) => shows(island, name, packages));
  const routes = layout.routes
    .filter(({ page }) => isEverywhere || shows(page, name, packages))
    .map((route) => route.name);
  const plans = sites
    .flatMap(({ site, data }) => planPages(site, data, layout))
    .filter(({ key, context }) => key.rule === "none" && context.status === 200);
  return {
    routes,
    allRoutes: layout.routes.length,
    locales: [...new Set(sites.flatMap(({ site }) => site.locales.map(({ code }) => code)))].toSorted(),
    pages: plans.filter(({ context }) => routes.includes(context.name)).length,
    allPages: plans.length,
  };
}

/** Whether an island is of a package, or one in its slots is. */
function shows(island: IslandName, name: PackageName, packages: LoadedPackages, seen = new Set<string>()): boolean {
  const { owner, expose } = toIslandParts(island);
  if (owner === name) return true;
  if (seen.has(island)) return false;
  seen.add(island);
  const slots = packages.get(owner)?.release.exposes.find(({ key }) => key === expose)?.slots ?? [];
  return slots.some((slot) => {
    const [inner = "", key = ""] = (slot.split("#")[0] ?? "").split("/");
    return shows(`${inner}/${key}`, name, packages, seen);
  });
}
