import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  findFigure,
  isMet,
  parsePerformanceRecord,
  toPerformanceDocument,
  toRecorded,
} from "../shell/bench/harness/performance-document.ts";
import type { PerformanceGoal } from "../shell/bench/goals/performance-goal.ts";
import { savedEdits } from "../shell/bench/harness/saved-edits.ts";
import { performanceGoals } from "../shell/bench/performance-goals.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const recorded = "shell/bench/recorded.json";

test("every goal of the performance table names a bench that is there", () => {
  const missing = performanceGoals.filter(({ bench }) => !existsSync(join(root, `shell/bench/benches/${bench}.ts`)));
  expect(missing).toEqual([]);
});

test.each(savedEdits)("the bench of development finds the place that it changes in a $what", ({ file, change }) => {
  expect(change(read(file), "mark1")).toContain("mark1");
});

describe.skipIf(!existsSync(join(root, recorded)))("what the last benches wrote", () => {
  test("is what docs/performance.md shows", () => {
    expect(read("docs/performance.md")).toBe(
      toPerformanceDocument(performanceGoals, parsePerformanceRecord(read(recorded))),
    );
  });

  test("leaves no goal that is missed without a reason", () => {
    const record = parsePerformanceRecord(read(recorded));
    const unexplained = performanceGoals.filter((goal) => {
      const figure = findFigure(goal, record);
      return figure && !isMet(goal, figure) && goal.why === undefined;
    });
    expect(unexplained.map(({ what }) => what)).toEqual([]);
  });

  test("has the figure of each goal whose bench was run", () => {
    const record = parsePerformanceRecord(read(recorded));
    const lost = performanceGoals.filter((goal) => record[goal.bench] && !findFigure(goal, record));
    expect(lost.map(({ figure }) => figure)).toEqual([]);
  });
});

const goal: PerformanceGoal = {
  what: "a page",
  goal: "1.02x",
  peer: "",
  bench: "vitals",
  figure: "a page",
  reads: "ratio",
  atMost: 1.02,
  why: "It waits.",
  next: "Look again.",
};
const spread = (median: number) => ({ median, min: median, max: median * 2, count: 5 });
const figure = { what: "a page", unit: "ms" as const, ours: spread(100), floor: spread(100) };

test("a goal is met by the number that it reads, and by no other of the figure", () => {
  expect(isMet(goal, { ...figure, ratio: spread(1.02) })).toBe(true);
  expect(isMet(goal, { ...figure, ratio: spread(1.03) })).toBe(false);
  expect(isMet({ ...goal, reads: "median", atMost: 100 }, figure)).toBe(true);
  expect(isMet({ ...goal, reads: "most", atMost: 199 }, figure)).toBe(false);
  expect(isMet({ ...goal, reads: "median", atMost: 200, atLeast: 101 }, figure)).toBe(false);
});

test("without a ratio, a floor of zero is met by zero alone", () => {
  expect(isMet(goal, { ...figure, ours: spread(0), floor: spread(0) })).toBe(true);
  expect(isMet(goal, { ...figure, ours: spread(1), floor: spread(0) })).toBe(false);
});

test("without a ratio of rounds, as after a floor of zero in one of them, the medians are compared", () => {
  expect(isMet(goal, { ...figure, ours: spread(4), floor: spread(16) })).toBe(true);
  expect(isMet(goal, { ...figure, ours: spread(17), floor: spread(16) })).toBe(false);
});

test("a figure without a floor meets no goal that is a ratio", () => {
  expect(isMet(goal, { what: "a page", unit: "ms", ours: spread(0) })).toBe(false);
});

const measure = (on: string, nodeStart: number, median: number) => ({
  on,
  busy: [0.1, 0.2],
  nodeStart,
  figures: [{ ...figure, ratio: spread(median) }],
});

test("what is measured on a slow machine stands beside what was measured last on a fast one", () => {
  const fast = toRecorded(measure("2026-01-01", 40, 1.01), undefined);
  const slow = toRecorded(measure("2026-01-02", 102, 1.5), fast);
  const again = toRecorded(measure("2026-01-03", 102, 1.4), slow);
  for (const one of [slow, again]) expect(one.fast).toEqual({ on: "2026-01-01", figures: fast.figures });
  expect(toRecorded(measure("2026-01-04", 34, 1.6), again).fast).toBeUndefined();
  expect(toPerformanceDocument([goal], { vitals: again })).toContain(
    "Why: It waits. This machine is 3.0 times slower than that of the goals, where it was 1.01 (1.01-2.02) of the floor on 2026-01-01, which meets it. Next:",
  );
});

test("the document says what is met, what is not and what comes next, and what was not measured", () => {
  const record = { vitals: { on: "2026-01-02", busy: [0.1, 0.2], figures: [{ ...figure, ratio: spread(1.5) }] } };
  const text = toPerformanceDocument([goal, { ...goal, what: "another", bench: "load" }], record);
  expect(text).toContain("| a page | 1.02x |  | 100 ms (100-200) | **100 ms (100-200)** | 1.50 (1.50-3.00) | no |");
  expect(text).toContain("| another | 1.02x |  |  | not measured |");
  expect(text).toContain("- **a page**, 1.02x. Why: It waits. Next: Look again.");
  expect(text).toContain("| vitals | 0.1 | 0.2 |");
});
