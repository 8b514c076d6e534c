import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { createCheckPool } from "../../src/server/composition/render/check-pool.ts";
import { openSites } from "../../src/server/data/open-sites.ts";
import { parseEnvironment } from "../../src/server/environment.ts";
import { loadPackages } from "../../src/server/publishing/load-packages.ts";
import { findProblems } from "../../src/server/release-checks/check-set.ts";
import { openStore } from "../store/open-store.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/** The store of development with its live set. */
export async function openShown() {
  const environment = parseEnvironment(process.env, workspaceRoot);
  const { store } = await openStore(environment);
  const live = await loadPackages(store, (await store.current())?.set.versions ?? {});
  const sites = await openSites(environment.places.storeDir, (error) => console.error(error.message));
  return { environment, live, sites };
}

/**
 * The findings of release checks about the live set of development, on the served site. It consists of builds of development, so not all checks
 * apply.
 * @param sourceRoots the folders of the saved packages, by name
 * @param holds whether a check applies, by its name
 */
export async function findShownProblems(
  sourceRoots: ReadonlyMap<PackageName, string>,
  holds: (check: string) => boolean,
): Promise<ReleaseProblem[]> {
  const { environment, live, sites } = await openShown();
  const pool = createCheckPool();
  try {
    const found = await findProblems(
      new Map([...live].filter(([name]) => sourceRoots.has(name))),
      new Map([...live].filter(([name]) => !sourceRoots.has(name))),
      { sites: sites.filter(({ site }) => site.siteId === environment.siteId), pool, sourceRoots },
    );
    return found.filter(({ check }) => holds(check));
  } finally {
    pool.close();
  }
}
