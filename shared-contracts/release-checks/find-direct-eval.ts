import type { Position } from "../src/islands/thrown-at.ts";
import { toPosition } from "./to-position.ts";

/** The text that `ses` takes for a call of `eval`, with the characters before the word. It is refused also in a string and in code that never runs. */
const directEval = /(^|[^.])\beval\s*\(/;

/** The position of a call of `eval` in a server file, for which a compartment refuses the whole file; undefined without one. */
export function findDirectEval(source: string): Position | undefined {
  const found = directEval.exec(source);
  return found ? toPosition(source, found.index + (found[1]?.length ?? 0)) : undefined;
}

/** The problem of a file that calls `eval`, and the advice, as the ends of sentences that name the place. */
export const evalRefusal = {
  problem: "calls eval, for which servers refuse to load the release, also where the call never runs.",
  change: "Write it without eval.",
};
