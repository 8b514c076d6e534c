import { SiteError } from "@site/contracts/errors";
import { formatProblems } from "@site/contracts/release-checks/format-problems";
import { checkComplete } from "../publishing/check-complete.ts";
import { findProblemsOfSet } from "../release-checks/find-problems-of-set.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/**
 * Checks that the releases of a set which a tester requests can be composed together. Each of them was admitted, so a failure is the fault of the
 * link, and not of a release.
 * @throws SiteError `OVERRIDE_UNFIT`, `SET_INCOMPLETE`, `LAYOUT_*`
 */
export function checkShown(packages: LoadedPackages): void {
  checkComplete(packages);
  const problems = findProblemsOfSet(packages);
  if (problems.length === 0) return;
  const releases = [...new Set(problems.map(({ release }) => release))].join(", ");
  throw new SiteError("OVERRIDE_UNFIT", { releases, problems: formatProblems(problems) });
}
