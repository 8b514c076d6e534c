// Runs the proofs of the fault table, prints what they measured, and writes docs/faults.md when it is told to.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import {
  type FaultOutcome,
  isGreen,
  parseFaultOutcomes,
  type RanTest,
  toFaultDocument,
  toFaultOutcome,
  toFigureLines,
} from "./fault-outcome.ts";
import type { FaultRow, Proof } from "./fault-row.ts";
import { faultTable } from "./fault-table.ts";
import type { RecordedFigure } from "./record-figure.ts";

const resultsFile = join(import.meta.dirname, "results.json");
const documentFile = join(workspaceRoot, "docs/faults.md");

const reportSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "boolean" } } });
const table: readonly FaultRow[] = faultTable;
const unknown = positionals.filter((id) => !table.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}. There are: ${table.map(({ id }) => id).join(", ")}.`);
  process.exit(1);
}
const ids = positionals.length === 0 ? table.map(({ id }) => id) : positionals;
const rows = ids.flatMap((id) => table.filter((row) => row.id === id));

const folder = mkdtempSync(join(tmpdir(), "site-faults-"));
const figures = join(folder, "figures.jsonl");
// The long form of tests that `npm test` runs on a sample.
const environment = { ...process.env, TEST_EXTENT: "all", FAULT_FIGURES: figures };
const outcomes: FaultOutcome[] = [];
try {
  // One row after the other, so that what was measured is written when a later row takes too long.
  for (const row of rows) {
    const outcome = runRow(row);
    outcomes.push(outcome);
    if (values.write) write(outcomes);
  }
  for (const [index, row] of rows.entries()) print(row, outcomes[index]);
  process.exitCode = rows.every((row, index) => isGreenRow(row, outcomes[index])) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function runRow(row: FaultRow): FaultOutcome {
  rmSync(figures, { force: true });
  const tests = row.proofs.filter(({ file }) => !isBench(file));
  const whole = tests.filter(isWhole).map(({ file }) => ({ file }));
  const parts = tests.filter((proof) => !isWhole(proof));
  const ran = [
    ...row.proofs
      .map(({ file }) => file)
      .filter(isBench)
      .map(runBench),
    ...runTests(whole),
    ...runTests(parts),
  ];
  const recorded = existsSync(figures) ? readFileSync(figures, "utf8").trim().split("\n").map(parseFigure) : [];
  return toFaultOutcome(row, ran, recorded);
}

function isWhole({ title, needsWholeFile }: Proof): boolean {
  return title === undefined || needsWholeFile === true;
}

function isBench(file: string): boolean {
  return file.startsWith("shell/bench/");
}

/** A bench is one test: whether it ran. What it measured it has recorded. */
function runBench(file: string): RanTest {
  const name = basename(file, ".ts");
  const { status } = spawnSync(
    process.execPath,
    [...nodeOptions, join(workspaceRoot, "shell/bench/bench.ts"), name, "--json", join(folder, `${name}.json`)],
    { cwd: workspaceRoot, stdio: "inherit", env: environment },
  );
  return { file, title: name, hasPassed: status === 0 };
}

/** Runs the tests of proofs that all name a title, or that all name none. */
function runTests(proofs: readonly Proof[]): RanTest[] {
  if (proofs.length === 0) return [];
  const report = join(folder, "report.json");
  const titles = proofs.flatMap(({ title }) => title ?? []).map((title) => title.replaceAll(/[^\w ]/g, "."));
  spawnSync(
    process.execPath,
    [
      join(workspaceRoot, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...["unit", "integration", "e2e"].flatMap((project) => ["--project", project]),
      ...(titles.length > 0 ? ["--testNamePattern", titles.join("|")] : []),
      ...new Set(proofs.map(({ file }) => file)),
    ],
    { cwd: workspaceRoot, stdio: "inherit", env: environment },
  );
  const { testResults } = v.parse(reportSchema, JSON.parse(readFileSync(report, "utf8")));
  rmSync(report);
  return testResults.flatMap(({ name, status: ofFile, assertionResults }) => {
    // What failed before the tests, such as a site that did not start, leaves them out: then none of the file counts as passed.
    const isSound = ofFile === "passed" || assertionResults.some(({ status }) => status === "failed");
    return assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status }) => ({
        file: relative(workspaceRoot, name),
        title: fullName,
        hasPassed: status === "passed" && isSound,
      }));
  });
}

function parseFigure(line: string): RecordedFigure {
  const figure: RecordedFigure = JSON.parse(line);
  return figure;
}

/** Keeps what earlier runs found of the other rows. */
function write(outcomes: readonly FaultOutcome[]): void {
  const earlier = existsSync(resultsFile) ? parseFaultOutcomes(readFileSync(resultsFile, "utf8")) : [];
  const all = table.flatMap(
    ({ id }) => outcomes.find((one) => one.id === id) ?? earlier.find((one) => one.id === id) ?? [],
  );
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(documentFile, toFaultDocument(table, all));
}

function print(row: FaultRow, outcome: FaultOutcome | undefined): void {
  if (!outcome) return;
  const { tests, failed } = outcome;
  console.log(`\n${isGreen(row, outcome) ? "green" : "NOT GREEN"} ${row.id}: ${row.fault}`);
  console.log(`  ${tests} tests, ${failed} failed`);
  for (const line of toFigureLines(row, outcome)) console.log(`  ${line.replaceAll("**", "")}`);
}

function isGreenRow(row: FaultRow, outcome: FaultOutcome | undefined): boolean {
  return outcome !== undefined && isGreen(row, outcome);
}
