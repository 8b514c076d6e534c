import { type CheckedSet, type ReleaseProblem, runTogether } from "@site/contracts/release-checks/release-check";
import { togetherChecks } from "@site/contracts/release-checks/together-checks";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/**
 * The problems of a set that need no rendering: releases that are incompatible with its shell, or that lack what others use of them.
 * Checked before every promote and rollback, also when the set was rendered and admitted long ago.
 * @param before the set that it comes after, as far as it is known
 */
export function findProblemsOfSet(packages: LoadedPackages, before?: CheckedSet["before"]): ReleaseProblem[] {
  const nothing = { renderings: [], emptySlots: [], largePages: [], deadLinks: [], sharedIds: [] };
  return togetherChecks.flatMap((check) =>
    runTogether(check, { candidates: new Map(), releases: packages, before, ...nothing }),
  );
}
