import type { Position } from "../src/islands/thrown-at.ts";
import { toPosition } from "./to-position.ts";

/** What `ses` takes for a call of `eval`, with what stands before the word: its text alone counts, also in a string and in code that never runs. */
const directEval = /(^|[^.])\beval\s*\(/;

/** Where a server file calls `eval`, for which a compartment refuses the whole file; undefined when it does not. */
export function findDirectEval(source: string): Position | undefined {
  const found = directEval.exec(source);
  return found ? toPosition(source, found.index + (found[1]?.length ?? 0)) : undefined;
}

/** What is wrong with a file that calls `eval`, and what to do, as the ends of sentences that name the place. */
export const evalRefusal = {
  problem: "calls eval, for which servers refuse to load the release, also where the call never runs.",
  change: "Write it without eval.",
};
