import type { PackageName } from "@site/contracts/names/package-name";
import { createCheckPool } from "../../src/server/composition/render/check-pool.ts";
import type { RenderPool } from "../../src/server/composition/render/render-pool.ts";
import { openSites } from "../../src/server/data/open-sites.ts";
import { findProblems } from "../../src/server/release-checks/check-set.ts";
import { openPageMemory } from "../../src/server/release-checks/page-memory.ts";
import { rememberRenders } from "../../src/server/release-checks/remember-renders.ts";
import { loadPackages } from "../../src/server/publishing/load-packages.ts";
import type { LoadedPackages, LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";

/** The site whose pages are checked: the one that benches serve. */
const checkedSite = "GGPPH";

/** The cost of the release checks of live packages. */
export interface Gate {
  /** Milliseconds. */
  all: number;
  /** Islands that were rendered. */
  renders: number;
}

/**
 * Runs the release checks of a live package with the other live packages, and with cached renders of earlier checks, as a publish does. Checks of the
 * same folder share that cache.
 * @param folder the cache of the checks
 */
export async function measureGate(storeDir: string, folder: string, name: PackageName): Promise<Gate> {
  const store = await openReleaseStore(toStorePlaces(storeDir), { signs: false });
  const current = await store.current();
  if (!current) throw new Error("Nothing is live in the store.");
  const live = await loadPackages(store, current.set.versions);
  const candidates: LoadedPackages = new Map([...live].filter(([one]) => one === name));
  const sites = (await openSites(storeDir, () => undefined)).filter(({ site }) => site.siteId === checkedSite);
  const pool = createCheckPool();
  let renders = 0;
  const counting: RenderPool = {
    ...pool,
    render(release, shell, tasks, onOutcome) {
      renders += tasks.length;
      return pool.render(release, shell, tasks, onOutcome);
    },
  };
  const isChecked = ({ release }: LoadedRelease): boolean => candidates.has(release.name);
  try {
    const began = performance.now();
    const remembering = rememberRenders(counting, folder, isChecked);
    const pages = openPageMemory(folder);
    const problems = await findProblems(candidates, new Map([...live].filter(([one]) => one !== name)), {
      sites,
      pool: remembering,
      live,
      pages,
      isPublish: true,
    });
    const [problem] = problems;
    if (problem) throw new Error(`The release check refused ${problem.release}: ${problem.problem}`);
    await remembering.save(true);
    await pages.save();
    return { all: performance.now() - began, renders };
  } finally {
    pool.close();
    await store.close();
  }
}
