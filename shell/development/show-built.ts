import * as v from "valibot";
import type { PackageName } from "@site/contracts/names/package-name";
import { toBuildProblems } from "./build-problems.ts";
import type { SavedChecks } from "./saved-checks.ts";
import type { ShownProblems } from "./shown-problems.ts";

/** What `site-remote dev` tells of a build: the folder of the release, or why there is none. */
export const builtSchema = v.union([v.object({ release: v.string() }), v.object({ problem: v.string() })]);
export type Built = v.InferOutput<typeof builtSchema>;

export interface ShownRemote {
  name: PackageName;
  /** Its folder. */
  folder: string;
  checks: Pick<SavedChecks, "note" | "noteReleased">;
  problems: Pick<ShownProblems, "report">;
  /** Makes a release live. @returns the new revision; undefined when it is live already */
  release(folder: string): Promise<number | undefined>;
}

/**
 * Makes what was built of a remote live, or shows why that is not possible.
 * @returns the new revision, if there is one
 */
export async function showBuilt(
  built: Built,
  { name, folder, checks, problems, release }: ShownRemote,
): Promise<number | undefined> {
  checks.note(name);
  try {
    if ("problem" in built) throw new Error(built.problem);
    const revision = await release(built.release);
    problems.report("build", []);
    // Also what is live already: a save that did not build has ended its check.
    checks.noteReleased();
    return revision;
  } catch (error) {
    problems.report("build", toBuildProblems(error, folder, undefined));
    return undefined;
  }
}
