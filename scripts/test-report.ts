import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";

const schema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      message: v.optional(v.string()),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
});

/** A failed test. */
export interface TestFailure {
  /** The test with its file; only the file when it failed without a test, such as a file that does not load. */
  title: string;
  /** The beginning of its error, if there is one. */
  problem: string;
}

/** The results of a test file. */
export interface FileReport {
  passed: number;
  failed: number;
  failures: TestFailure[];
  seconds: number;
  /** The seed with which the first failed property failed: fast-check makes the same values from it again. */
  seed: number | undefined;
}

/** Test files by their paths from the root. */
export type TestReport = ReadonlyMap<string, FileReport>;

/**
 * Reads vitest's JSON report of a run.
 * @throws when the file is missing or not a report of vitest
 */
export function readTestReport(file: string, root: string): TestReport {
  const { testResults } = v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  return new Map(
    testResults.map(({ name, status, startTime, endTime, message = "", assertionResults }) => {
      const path = relative(root, name);
      const withStatus = (wanted: string): typeof assertionResults =>
        assertionResults.filter((one) => one.status === wanted);
      const failed = withStatus("failed");
      const failures = failed.map(({ fullName, failureMessages }) => ({
        title: `${path} > ${fullName}`,
        problem: toFirstLines(failureMessages?.[0] ?? ""),
      }));
      return [
        path,
        {
          passed: withStatus("passed").length,
          failed: failed.length,
          failures:
            failures.length === 0 && status === "failed" ? [{ title: path, problem: toFirstLines(message) }] : failures,
          seconds: Math.round((endTime - startTime) / 1000),
          seed: readSeed(failed.flatMap(({ failureMessages }) => failureMessages ?? [])),
        },
      ];
    }),
  );
}

/** How many lines of an error are kept: enough for a sentence, and for a command's output. */
const problemLines = 12;

const toFirstLines = (message: string): string =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at .*(\/node_modules\/|<anonymous>)/.test(line))
    .slice(0, problemLines)
    .join("\n");

function readSeed(messages: readonly string[]): number | undefined {
  const [seed] = messages.flatMap((message) => /Property failed after [^{]*\{ seed: (-?\d+)/.exec(message)?.[1] ?? []);
  return seed === undefined ? undefined : Number(seed);
}
