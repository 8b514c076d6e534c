import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findSvgProblems } from "../answers/find-svg-problems.ts";
import { findDrawingProblems } from "./find-drawing-problems.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** Pictures that no server draws, by their files in the sources where those are known: in a release their names have a hash. */
export function findPictureProblems({ files, sourceRoot }: Pick<CheckedRelease, "files" | "sourceRoot">): Finding[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!file.endsWith(".svg")) return [];
    const unsafe = findSvgProblems(bytes);
    // An unsafe picture is not examined further.
    const problems = unsafe.length > 0 ? unsafe : findDrawingProblems(bytes);
    if (problems.length === 0) return [];
    const source = findSource(sourceRoot, bytes);
    return problems.map(({ problem, at }): Finding => ({
      file: source ?? file,
      ...(source !== undefined && { line: bytes.toString("utf8").slice(0, at).split("\n").length }),
      problem: `${problem} (at character ${at + 1})`,
    }));
  });
}

/** The picture of the sources that a release has: a build changes its name alone. */
function findSource(root: string | undefined, bytes: Buffer): string | undefined {
  if (root === undefined) return undefined;
  return globSync("src/**/*.svg", { cwd: root })
    .toSorted()
    .find((file) => readFileSync(join(root, file)).equals(bytes));
}
