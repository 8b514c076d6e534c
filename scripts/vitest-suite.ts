import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTestReport, type TestFailure, type TestReport } from "./test-report.ts";

/** With more failed files than this something is broken, and a second run would only take time. */
const mostFilesAgain = 10;

export interface SuiteOptions {
  /** Where vitest runs. */
  root: string;
  /** The vitest to run. */
  program: string;
  /** Arguments of each run, such as the project. */
  options: readonly string[];
  /** Names the files of the first run; without it, all of them. */
  only?: readonly string[];
  /** Whether nothing is said of the runs. */
  isSilent?: boolean;
}

export interface SuiteResult {
  passed: number;
  failed: number;
  /** Empty when the run ended with an error outside of its tests. */
  failures: TestFailure[];
  /** The failures of the first run in files that passed when they were run again. */
  unsteady: TestFailure[];
  /** Seconds of each file, by its path from the root. */
  seconds: Map<string, number>;
}

/**
 * Runs tests with vitest. Files that fail are run once more, one at a time and as whole files. A test that fails twice is a failure; one that passes the
 * second time is reported as unsteady. A single test is not repeated, because it may depend on the tests before it. A property is repeated with
 * the seed with which it failed.
 */
export function runSuite({ root, program, options, only = [], isSilent = false }: SuiteOptions): SuiteResult {
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Run =>
    runVitest([program, "run", ...options, ...args], {
      cwd: root,
      stdio: isSilent ? "ignore" : "inherit",
      env: { ...process.env, ...env },
    });
  const runAgain = (paths: readonly string[], seed: number | undefined): Run =>
    run(["--no-file-parallelism", ...paths], seed === undefined ? {} : { PROPERTY_SEED: String(seed) });
  const first = run(only);
  const failedFiles = [...first.report].filter(([, { failures }]) => failures.length > 0).map(([path]) => path);
  const isAgain = failedFiles.length > 0 && failedFiles.length <= mostFilesAgain;
  if (isAgain && !isSilent) console.log(`\n${failedFiles.length} failed; they run once more, one at a time`);
  const bySeed = Map.groupBy(isAgain ? failedFiles : [], (path) => first.report.get(path)?.seed);
  const second = [...bySeed].map(([seed, paths]) => runAgain(paths, seed));
  const merged = new Map([...first.report, ...second.flatMap(({ report }) => [...report])]);
  const failures = [...merged.values()].flatMap((file) => file.failures);
  const failed = sum([...merged.values()].map((file) => Math.max(file.failed, Math.sign(file.failures.length))));
  // A run that is not green without failed tests had an error outside of the tests, which the report does not name.
  const hasOtherError = failures.length === 0 && !(isAgain ? second : [first]).every(({ isGreen }) => isGreen);
  return {
    passed: sum([...merged.values()].map((file) => file.passed)),
    failed: failed + (hasOtherError ? 1 : 0),
    failures,
    unsteady: failedFiles.flatMap((path) =>
      merged.get(path)?.failures.length === 0 ? (first.report.get(path)?.failures ?? []) : [],
    ),
    // Of the first run, in which files ran beside others as in the next whole run; alone they take less time.
    seconds: new Map([...first.report].map(([path, { seconds }]) => [path, seconds])),
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

interface Run {
  report: TestReport;
  isGreen: boolean;
}

function runVitest(
  args: readonly string[],
  options: { cwd: string; stdio: "ignore" | "inherit"; env: NodeJS.ProcessEnv },
): Run {
  const folder = mkdtempSync(join(tmpdir(), "site-test-"));
  const file = join(folder, "report.json");
  const reporters = ["default", "json", join(import.meta.dirname, "end-run.ts")].map((one) => `--reporter=${one}`);
  const outcome = [`--outputFile.json=${file}`, "--passWithNoTests"];
  try {
    const { status } = spawnSync(process.execPath, [...args, ...reporters, ...outcome], options);
    return { report: existsSync(file) ? readTestReport(file, options.cwd) : new Map(), isGreen: status === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
