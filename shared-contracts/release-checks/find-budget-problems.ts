import { budgets } from "./budgets.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** What of a release is larger than its budget. The bytes themselves count, as a browser fetches them: a manifest can claim any size. */
export function findBudgetProblems({ release, files }: Pick<CheckedRelease, "release" | "files">): Finding[] {
  const size = (file: string): number => (files.get(`${file}.br`) ?? files.get(file))?.length ?? 0;
  return [
    ...(release.entry === undefined
      ? []
      : over("the entry", size(release.entry), release.name === "shell" ? budgets.core : budgets.entry, release.entry)),
    ...(release.head ? over("the head script", size(release.head.script), budgets.head, release.head.script) : []),
    ...release.exposes.flatMap(({ key, js }) =>
      over(
        `the island ${key}`,
        js.reduce((sum, file) => sum + size(file), 0),
        budgets.island,
        js[0],
      ),
    ),
  ];
}

function over(what: string, actual: number, budget: number, file?: string): Finding[] {
  return actual > budget ? [{ file, problem: `${what} is ${actual} bytes, the budget is ${budget}.` }] : [];
}
