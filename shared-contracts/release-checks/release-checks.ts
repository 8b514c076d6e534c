import { aloneChecks } from "./alone-checks.ts";
import type { AloneCheck, ReleaseCheck, TogetherCheck } from "./release-check.ts";
import { togetherChecks } from "./together-checks.ts";

/**
 * Everything a release is refused for: the one list that a team's contract suite (`describeRemote`), `site check`,
 * `publish` and `promote` go through. It stands in the contract, not in the shell, so that a team that has only this
 * package runs all of it: checks of a set look at renderings, and do not ask whether those come from a whole set of
 * releases for every site, or from one release and the pages of a site made up for tests. Only the store's answer counts.
 */
export const releaseChecks: readonly ReleaseCheck[] = [...aloneChecks, ...togetherChecks];

/** The checks that need one release. */
export function listAloneChecks(): AloneCheck[] {
  return [...aloneChecks];
}

/** The checks that need a set. */
export function listTogetherChecks(): TogetherCheck[] {
  return [...togetherChecks];
}
