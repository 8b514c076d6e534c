import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runSuite, type SuiteResult } from "./vitest-suite.ts";

// Each test starts vitest once or twice.
vi.setConfig({ testTimeout: 120_000 });

const program = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vitest-suite-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function runFiles(files: Record<string, string>): SuiteResult {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return runSuite({ root, program, options: ["--globals"], isSilent: true });
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

test("a suite names each failed test with its file, and each file that does not load", () => {
  const result = runFiles({
    "cards.test.js": `describe("a deck", () => { test("has 52 cards", () => expect(51).toBe(52)); test("is shuffled", () => {}); });`,
    "broken.test.js": `throw new Error("does not load");`,
    "fine.test.js": `test("passes", () => {});`,
  });
  expect(result).toMatchObject({ passed: 2, failed: 2, unsteady: [] });
  expect(result.failures.toSorted()).toEqual(["broken.test.js", "cards.test.js > a deck has 52 cards"]);
  expect([...result.seconds.keys()].toSorted()).toEqual(["broken.test.js", "cards.test.js", "fine.test.js"]);
});

test("a file that fails and passes when it is run again from its beginning counts as passed, and is named", () => {
  const result = runFiles({ "unsteady.test.js": unsteady, "fine.test.js": `test("passes", () => {});` });
  expect(result).toMatchObject({ passed: 3, failed: 0, failures: [], unsteady: ["unsteady.test.js > plays"] });
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
