import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const file = join(import.meta.dirname, "test-durations.json");

/** Seconds above which the start time of a file matters. */
const shortestSeconds = 10;

/** The recorded seconds of the longest test files, by their paths from the root. */
export function readDurations(): Map<string, number> {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(v.parse(v.record(v.string(), v.number()), JSON.parse(readFileSync(file, "utf8")))));
}

/** Records the durations of the files of a run; those that did not run keep theirs. */
export function writeDurations(seconds: ReadonlyMap<string, number>): void {
  const known = [...readDurations()].filter(([path]) => !seconds.has(path) && existsSync(join(file, "../..", path)));
  const long = [...seconds].filter(([, taken]) => taken >= shortestSeconds);
  const sorted = [...known, ...long].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
