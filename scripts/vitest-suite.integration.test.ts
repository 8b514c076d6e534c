import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TestFailure } from "./test-report.ts";
import { runSuite, type SuiteResult } from "./vitest-suite.ts";

// Each test starts vitest once or twice.
vi.setConfig({ testTimeout: 120_000 });

const program = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vitest-suite-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the files in one worker, as a suite's worker does: each worker takes longer to start than these tests to run. */
function runFiles(files: Record<string, string>): SuiteResult {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return runSuite({ root, program, options: ["--globals", "--no-isolate", "--maxWorkers=1"], isSilent: true });
}

/** Fails in its second test when it is run for the first time, and with that test alone, because it stands on the first. */
const unsteady = `
  import { existsSync, writeFileSync } from "node:fs";
  let isDealt = false;
  test("deals", () => { isDealt = true; });
  test("plays", () => {
    const isFirst = !existsSync("played");
    writeFileSync("played", "");
    expect([isDealt, isFirst]).toEqual([true, false]);
  });`;

const listTitles = (failures: readonly TestFailure[]): string[] => failures.map(({ title }) => title).toSorted();

test("a suite names each failed test with its file and error, and each file that does not load", () => {
  const result = runFiles({
    "cards.test.js": `describe("a deck", () => { test("has 52 cards", () => expect(51).toBe(52)); test("is shuffled", () => {}); });`,
    "broken.test.js": `throw new Error("does not load");`,
    "fine.test.js": `test("passes", () => {});`,
  });
  expect(result).toMatchObject({ passed: 2, failed: 2, unsteady: [] });
  expect(result.failures.toSorted((one, other) => one.title.localeCompare(other.title))).toEqual([
    { title: "broken.test.js", problem: expect.stringContaining("does not load") },
    { title: "cards.test.js > a deck has 52 cards", problem: expect.stringContaining("expected 51 to be 52") },
  ]);
  expect([...result.seconds.keys()].toSorted()).toEqual(["broken.test.js", "cards.test.js", "fine.test.js"]);
});

test("a file that fails and passes when it is run again from its beginning counts as passed, and is named", () => {
  const result = runFiles({ "unsteady.test.js": unsteady, "fine.test.js": `test("passes", () => {});` });
  expect(result).toMatchObject({ passed: 3, failed: 0, failures: [] });
  expect(listTitles(result.unsteady)).toEqual(["unsteady.test.js > plays"]);
});

/** A property that fails for one seed only, which fast-check took by chance. */
const property = `
  import { existsSync, writeFileSync } from "node:fs";
  test("holds for all", () => {
    const isFirst = !existsSync("tried");
    writeFileSync("tried", "");
    if (isFirst || process.env.PROPERTY_SEED === "-42")
      throw new Error("Property failed after 7 tests\\n{ seed: -42, path: \\"6:0\\", endOnFailure: true }");
  });`;

test("a property that fails is run again on the values it failed on, and files beside it as usual", () => {
  const result = runFiles({ "property.test.js": property, "unsteady.test.js": unsteady });
  expect(result).toMatchObject({ passed: 2, failed: 1 });
  expect(listTitles(result.failures)).toEqual(["property.test.js > holds for all"]);
  expect(listTitles(result.unsteady)).toEqual(["unsteady.test.js > plays"]);
});

test("a seed that is named makes every property begin with the same values", () => {
  const values = `import ${JSON.stringify(join(import.meta.dirname, "property-seed.ts"))};
    import { integer, assert, property } from ${JSON.stringify(import.meta.resolve("fast-check"))};
    const values = [];
    assert(property(integer(), (value) => { values.push(value); }), { numRuns: 5 });
    console.log(values.join());`;
  const read = (seed: string): string => {
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", values], {
      env: { ...process.env, PROPERTY_SEED: seed },
      encoding: "utf8",
    });
    expect(status).toBe(0);
    return stdout;
  };
  const first = read("7");
  expect(first).toMatch(/^(-?\d+,){4}-?\d+\n$/);
  expect(read("7")).toBe(first);
  expect(read("8")).not.toBe(first);
});

test("with many failed files nothing is run again", () => {
  const files = Array.from({ length: 11 }, (_, index) => [
    `${index}.test.js`,
    unsteady.replaceAll("played", `${index}`),
  ]);
  expect(runFiles(Object.fromEntries(files))).toMatchObject({ passed: 11, failed: 11, unsteady: [] });
});

test("an error outside of the tests counts as a failure", () => {
  const result = runFiles({
    "late.test.js": `test("passes", async () => { Promise.reject(new Error("late")); await new Promise((done) => setTimeout(done, 50)); });`,
  });
  expect(result).toMatchObject({ passed: 1, failed: 1, failures: [] });
});

/** Leaves a process behind, which has the output of its worker. */
const leaving = `
  import { spawn } from "node:child_process";
  import { writeFileSync } from "node:fs";
  test("passes", () => {
    const { pid } = spawn(process.execPath, ["--eval", "setTimeout(() => {}, 60_000)"], { stdio: "inherit" });
    writeFileSync("left.pid", String(pid));
  });`;

test("a process that a test leaves running does not keep the run from ending, and counts as a failure", () => {
  vi.stubEnv("TEST_GRACE_MS", "1000");
  try {
    expect(runFiles({ "leaving.test.js": leaving })).toMatchObject({ passed: 1, failed: 1 });
  } finally {
    vi.unstubAllEnvs();
    process.kill(Number(readFileSync(join(root, "left.pid"), "utf8")), "SIGKILL");
  }
});
