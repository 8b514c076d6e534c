import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isGreen, parseFaultOutcomes, toFaultDocument, toFaultOutcome } from "../shell/e2e/faults/fault-outcome.ts";
import type { FaultRow } from "../shell/e2e/faults/fault-row.ts";
import { faultTable } from "../shell/e2e/faults/fault-table.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const table: readonly FaultRow[] = faultTable;

/** What the last run wrote. It is kept beside the document, so that a run of one row leaves the others as they are. */
const results = "shell/e2e/faults/results.json";

describe("what the last run of the fault table wrote", () => {
  test("says of every row that it was run and is green", () => {
    const outcomes = parseFaultOutcomes(read(results));
    const state = table.map((row) => {
      const outcome = outcomes.find(({ id }) => id === row.id);
      return `${row.id} ${outcome === undefined ? "was not run" : isGreen(row, outcome) ? "is green" : "is not green"}`;
    });
    expect(state).toEqual(table.map(({ id }) => `${id} is green`));
  });

  test("is what docs/faults.md shows", () => {
    expect(read("docs/faults.md")).toBe(toFaultDocument(table, parseFaultOutcomes(read(results))));
  });
});

test("every proof of the fault table is a file that is there", () => {
  const files = table.flatMap(({ proofs }) => proofs.map(({ file }) => file));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

const row: FaultRow = {
  id: "one",
  fault: "A thing fails",
  seen: "nothing",
  criterion: "it goes on",
  bounds: [{ figure: "failed requests", atMost: 0 }],
  proofs: [{ file: "a.test.ts", title: "goes on" }, { file: "b.test.ts" }],
};
const ran = [
  { file: "a.test.ts", title: "it goes on", hasPassed: true },
  { file: "a.test.ts", title: "something else", hasPassed: false },
  { file: "b.test.ts", title: "anything", hasPassed: true },
];

test("a row is green when every proof ran and passed and every figure is within its bound", () => {
  const recorded = [0, 0].map((value) => ({ id: "one", figure: "failed requests", value }));
  const outcome = toFaultOutcome(row, ran, recorded);
  expect(outcome).toEqual({ id: "one", tests: 2, failed: 0, figures: { "failed requests": { worst: 0, count: 2 } } });
  expect(isGreen(row, outcome)).toBe(true);
});

test("a row is not green when a proof failed or did not run, or a figure is missing or passes its bound", () => {
  const figure = { id: "one", figure: "failed requests" };
  const good = [{ ...figure, value: 0 }];
  const judge = (...[tests, recorded]: [typeof ran, typeof good]): boolean =>
    isGreen(row, toFaultOutcome(row, tests, recorded));
  expect(judge(ran.slice(0, 2), good)).toBe(false);
  expect(
    judge(
      ran.map((one) => ({ ...one, hasPassed: false })),
      good,
    ),
  ).toBe(false);
  expect(judge(ran, [])).toBe(false);
  expect(judge(ran, [...good, { ...figure, value: 1 }])).toBe(false);
});
