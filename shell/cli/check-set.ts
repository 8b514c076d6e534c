import { join } from "node:path";
import { listTogetherChecks } from "@site/contracts/release-checks/release-checks";
import { openSites } from "../src/server/data/open-sites.ts";
import type { Environment } from "../src/server/environment.ts";
import type { LoadedPackages } from "../src/server/releases/loaded-release.ts";
import { findProblems } from "../src/server/release-checks/check-set.ts";
import { openPageMemory } from "../src/server/release-checks/page-memory.ts";
import { rememberRenders } from "../src/server/release-checks/remember-renders.ts";
import { refuse } from "../src/server/release-checks/refusal.ts";
import type { CheckedSet } from "../src/server/releases/release-store.ts";
import { createRenderPool } from "../src/server/composition/render/render-pool.ts";

/**
 * Checks a set that was never checked as a whole, before it goes live: what differs from the live set answers for what fails.
 * @throws ReleaseRefusal with everything that is wrong
 */
export function createSetCheck({
  places,
}: Environment): (packages: LoadedPackages, live: LoadedPackages) => Promise<CheckedSet> {
  return async (packages, live) => {
    const sites = await openSites(places.storeDir, (error) => console.error(error.message));
    const pool = createRenderPool({ deadline: 10_000, firstDeadline: 30_000 });
    const candidates = new Map([...packages].filter(([name, { digest }]) => live.get(name)?.digest !== digest));
    const beside = new Map([...packages].filter(([name]) => !candidates.has(name)));
    // Each has passed when it was published, also for rendering the same twice: only what is new in this set is rendered.
    const remembering = rememberRenders(pool, join(places.stateDir, "renders"), () => false);
    const pages = openPageMemory(join(places.stateDir, "renders"));
    try {
      const problems = await findProblems(candidates, beside, { sites, pool: remembering, live, pages });
      await remembering.save(problems.length === 0);
      refuse(problems);
      await pages.save();
      return { sites: sites.map(({ site }) => site.siteId), checks: listTogetherChecks().map(({ name }) => name) };
    } finally {
      pool.close();
    }
  };
}
