import { type CheckedRelease, type ReleaseProblem, runAlone } from "@site/contracts/release-checks/release-check";
import { listAloneChecks } from "@site/contracts/release-checks/release-checks";
import { toSourcePlace } from "@site/contracts/release-checks/to-source-place";
import type { PackageName } from "@site/contracts/names/package-name";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { RenderPool } from "../composition/render/render-pool.ts";

export interface CheckReleaseOptions {
  pool: RenderPool;
  /** The shell whose libraries the server file runs with. Without one, the server file is not run. */
  shell: LoadedRelease | undefined;
  /** The other packages of the set. */
  others: Iterable<PackageName>;
  /** The folder of the building machine, where it is known. */
  buildRoot?: string | undefined;
  /** The folders of packages' sources, where they are known. */
  sourceRoots?: ReadonlyMap<PackageName, string> | undefined;
}

/** A loaded release with the description that its server file gives. */
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

/** All problems of the checks that need only one release: its manifest, its bytes and its description. */
export function findProblemsAlone(candidate: CheckedRelease): ReleaseProblem[] {
  return listAloneChecks().flatMap((check) => runAlone(check, candidate));
}
