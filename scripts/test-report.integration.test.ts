import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTestReport } from "./test-report.ts";

const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "test-report-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const file = join(folder, "report.json");
  spawnSync(process.execPath, [vitest, "run", "--globals", "--reporter=json", `--outputFile=${file}`], { cwd: folder });
  return file;
}

test("a report names each failed test with its file, and each file that does not load", () => {
  const file = report({
    "cards.test.js": `describe("a deck", () => { test("has 52 cards", () => expect(51).toBe(52)); test("is shuffled", () => {}); });`,
    "broken.test.js": `throw new Error("does not load");`,
    "fine.test.js": `test("passes", () => {});`,
  });
  const { passed, failed, failures, seconds } = readTestReport(file, folder);
  expect([passed, failed]).toEqual([2, 1]);
  expect(failures.toSorted()).toEqual(["broken.test.js", "cards.test.js > a deck has 52 cards"]);
  expect([...seconds.keys()].toSorted()).toEqual(["broken.test.js", "cards.test.js", "fine.test.js"]);
});
