import { join } from "node:path";
import { openSites } from "../../src/server/data/open-sites.ts";
import type { Environment } from "../../src/server/environment.ts";
import { checkWholeSet } from "../../src/server/release-checks/check-whole-set.ts";
import type { LoadedPackages } from "../../src/server/releases/loaded-release.ts";
import type { VerdictScope } from "../../src/server/releases/release-store.ts";

/**
 * Checks a set that was never checked as a whole, before it becomes live. Failures are attributed to the releases that differ from the live set.
 * @throws ReleaseRefusal with all findings
 */
export function createSetCheck({
  places,
}: Environment): (packages: LoadedPackages, live: LoadedPackages) => Promise<VerdictScope> {
  return async (packages, live) => {
    const sites = await openSites(places.storeDir, (error) => console.error(error.message));
    return checkWholeSet(packages, live, { sites, rendersDir: join(places.stateDir, "renders") });
  };
}
