import { readFileSync } from "node:fs";
import { relative } from "node:path";
import * as v from "valibot";

const schema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
});

/** What a run of vitest says about itself in JSON. */
export interface TestReport {
  passed: number;
  failed: number;
  /** Each failed test with its file, and each file that failed without one, such as a file that does not load. */
  failures: string[];
  /** Seconds of each test file, by its path from the root. */
  seconds: Map<string, number>;
}

/** @throws when the file is missing or not a report of vitest */
export function readTestReport(file: string, root: string): TestReport {
  const { numPassedTests, numFailedTests, testResults } = v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    seconds: new Map(
      testResults.map(({ name, startTime, endTime }) => [
        relative(root, name),
        Math.round((endTime - startTime) / 1000),
      ]),
    ),
    failures: testResults.flatMap(({ name, status, assertionResults }) => {
      const path = relative(root, name);
      const tests = assertionResults.filter((one) => one.status === "failed");
      if (tests.length > 0) return tests.map(({ fullName }) => `${path} > ${fullName}`);
      return status === "failed" ? [path] : [];
    }),
  };
}
