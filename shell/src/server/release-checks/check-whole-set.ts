import { listTogetherChecks } from "@site/contracts/release-checks/release-checks";
import { createCheckPool } from "../composition/render/check-pool.ts";
import type { SiteWithData } from "../data/open-sites.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import type { VerdictScope } from "../releases/release-store.ts";
import { findProblems } from "./check-set.ts";
import { openPageMemory } from "./page-memory.ts";
import { refuse } from "./refusal.ts";
import { rememberRenders } from "./remember-renders.ts";

/**
 * Checks a set of admitted releases that was never checked as a whole: what differs from the live set answers for what fails.
 * @param rendersDir the folder that keeps what was rendered between checks
 * @throws ReleaseRefusal with everything that is wrong
 */
export async function checkWholeSet(
  packages: LoadedPackages,
  live: LoadedPackages,
  { sites, rendersDir }: { sites: readonly SiteWithData[]; rendersDir: string },
): Promise<VerdictScope> {
  const pool = createCheckPool();
  const candidates = new Map([...packages].filter(([name, { digest }]) => live.get(name)?.digest !== digest));
  const beside = new Map([...packages].filter(([name]) => !candidates.has(name)));
  // Each release passed its checks when it was published, the one for stable renders among them: only renders that are new in this set are made.
  const remembering = rememberRenders(pool, rendersDir, () => false);
  const pages = openPageMemory(rendersDir);
  try {
    const problems = await findProblems(candidates, beside, { sites, pool: remembering, live, pages });
    await remembering.save(problems.length === 0);
    refuse(problems);
    await pages.save();
    return { sites: sites.map(({ site }) => site.siteId), checks: listTogetherChecks().map(({ name }) => name) };
  } finally {
    pool.close();
  }
}
