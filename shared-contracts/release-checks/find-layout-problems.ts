import { toProblem } from "../src/errors/errors.ts";
import { layoutFile, parseLayout } from "../src/pages/layout.ts";
import { shellName } from "../src/names/package-name.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** What is wrong with the layout of a release of the shell; nothing for a remote, which has none. */
export function findLayoutProblems({ release, label, files }: CheckedRelease): Finding[] {
  if (release.name !== shellName) return [];
  try {
    parseLayout(files.get(layoutFile)?.toString("utf8"), label);
    return [];
  } catch (error) {
    return [{ file: layoutFile, problem: toProblem(error) }];
  }
}
