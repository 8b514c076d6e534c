import { budgets } from "./budgets.ts";
import { findQuoted } from "./find-message-line.ts";
import { listScriptParts, type ScriptPart } from "./list-script-parts.ts";
import type { CheckedRelease, Finding, Place } from "./release-check.ts";

/** A release with its bytes, and its sources where they are known. */
type Measured = Pick<CheckedRelease, "release" | "files" | "sourceRoot">;

/** How many parts of a script that is too large are named. */
const namedParts = 3;

/** What of a release is larger than its budget. The bytes themselves count, as a browser fetches them: a manifest can claim any size. */
export function findBudgetProblems({ release, files, sourceRoot }: Measured): Finding[] {
  const size = (file: string): number => (files.get(`${file}.br`) ?? files.get(file))?.length ?? 0;
  const over = (what: string, scripts: readonly string[], budget: number): Finding[] => {
    const actual = scripts.reduce((sum, file) => sum + size(file), 0);
    if (actual <= budget) return [];
    const parts = listScriptParts(files, scripts).slice(0, namedParts);
    const named = parts.map(({ name, bytes }) => `${name} ${bytes}`).join(", ");
    return [
      {
        file: scripts[0],
        ...findPart(sourceRoot, parts[0]),
        problem: `${what} is ${actual} bytes, the budget is ${budget}.${named === "" ? "" : ` Its largest parts, in bytes before compression: ${named}.`}`,
      },
    ];
  };
  return [
    ...(release.entry === undefined
      ? []
      : over("the entry", [release.entry], release.name === "shell" ? budgets.core : budgets.entry)),
    ...(release.head ? over("the head script", [release.head.script], budgets.head) : []),
    ...release.exposes.flatMap(({ key, js }) => over(`the island ${key}`, js, budgets.island)),
  ];
}

/** Where a team can change a part: the source itself, or the first one that names the library. */
function findPart(root: string | undefined, part: ScriptPart | undefined): Place | undefined {
  if (root === undefined || part === undefined) return undefined;
  if (part.isLibrary) return findQuoted(root, part.name);
  return part.name.startsWith("src/") ? { file: part.name } : undefined;
}
