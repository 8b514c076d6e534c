import { type CheckedRelease, type ReleaseProblem, runAlone } from "@site/contracts/release-checks/release-check";
import { listAloneChecks } from "@site/contracts/release-checks/release-checks";
import { toSourcePlace } from "@site/contracts/release-checks/to-source-place";
import type { PackageName } from "@site/contracts/names/package-name";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { RenderPool } from "../composition/render/render-pool.ts";

export interface CheckReleaseOptions {
  pool: RenderPool;
  /** The shell whose libraries the server file runs with; without one, nothing is asked of the server file. */
  shell: LoadedRelease | undefined;
  /** The packages it stands beside. */
  others: Iterable<PackageName>;
  /** The folder of the building machine, where it is known. */
  buildRoot?: string | undefined;
  /** The folders of packages' sources, where they are known. */
  sourceRoots?: ReadonlyMap<PackageName, string> | undefined;
}

/** A loaded release with what its server file says of it. */
export async function describeRelease(
  candidate: LoadedRelease,
  { pool, shell, others, buildRoot, sourceRoots }: CheckReleaseOptions,
): Promise<CheckedRelease> {
  const told = shell && (await pool.describe(candidate, shell));
  const description =
    told?.ok === true
      ? { ...told, head: told.head }
      : told && { ok: false as const, problem: told.problem, ...toSourcePlace(candidate, told.thrownAt ?? []) };
  return {
    ...candidate,
    description,
    others: [...others],
    buildRoot,
    sourceRoot: sourceRoots?.get(candidate.release.name),
  };
}

/** Everything that is wrong with a release by itself: the checks that need nothing but its manifest and its bytes. */
export function findProblemsAlone(candidate: CheckedRelease): ReleaseProblem[] {
  return listAloneChecks().flatMap((check) => runAlone(check, candidate));
}
