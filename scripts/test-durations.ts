import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const file = join(import.meta.dirname, "test-durations.json");

/** Seconds from which on it matters when a file begins. */
const shortestSeconds = 10;

/** Seconds that the longest test files took when they were written down, by their paths from the root. */
export function readDurations(): Map<string, number> {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(v.parse(v.record(v.string(), v.number()), JSON.parse(readFileSync(file, "utf8")))));
}

/** Writes down what the files of a run took; those that did not run keep what they have. */
export function writeDurations(seconds: ReadonlyMap<string, number>): void {
  const known = [...readDurations()].filter(([path]) => !seconds.has(path) && existsSync(join(file, "../..", path)));
  const long = [...seconds].filter(([, taken]) => taken >= shortestSeconds);
  const sorted = [...known, ...long].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
