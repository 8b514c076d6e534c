import type { Release } from "../../src/release.ts";

/** Bytes (brotli) the gate allows a remote: its entry, the scripts of one island, the plain script of its head fragment. */
export const remoteBudgets = { entry: 20 * 1024, island: 20 * 1024, head: 3 * 1024 } as const;

/** What of a release is larger than its budget, as sentences. */
export function findBudgetProblems(release: Pick<Release, "entry" | "exposes" | "files" | "head">): string[] {
  const size = (file: string): number => (release.files[`${file}.br`] ?? release.files[file])?.size ?? 0;
  return [
    ...(release.entry === undefined ? [] : over("The entry", size(release.entry), remoteBudgets.entry)),
    ...(release.head ? over("The head script", size(release.head.script), remoteBudgets.head) : []),
    ...release.exposes.flatMap(({ key, js }) => over(`The island ${key}`, js.reduce((sum, file) => sum + size(file), 0), remoteBudgets.island)),
  ];
}

function over(what: string, actual: number, budget: number): string[] {
  return actual > budget ? [`${what} is ${actual} bytes, the budget is ${budget}.`] : [];
}
