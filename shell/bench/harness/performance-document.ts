import * as v from "valibot";
import type { PerformanceGoal } from "../goals/performance-goal.ts";
import { toSpreadText } from "./print-table.ts";

const spreadSchema = v.object({ median: v.number(), min: v.number(), max: v.number(), count: v.number() });

const figureSchema = v.object({
  what: v.string(),
  unit: v.picklist(["ms", "bytes", "count", "MB", "per second", "shift"]),
  ours: spreadSchema,
  floor: v.exactOptional(spreadSchema),
  ratio: v.exactOptional(spreadSchema),
});

/** The day, `2026-11-23`, and what was measured. */
const measuredEntries = { on: v.string(), figures: v.array(figureSchema) };

/** The figures of benches as they were written last, by the bench's name. */
const recordSchema = v.record(
  v.string(),
  v.object({
    ...measuredEntries,
    /** Runnable processes a processor, before and after: well above 1 the machine was measured too. */
    busy: v.array(v.number()),
    /** How fast the machine was: milliseconds that a process of Node takes which does nothing, the median of ten. */
    nodeStart: v.exactOptional(v.number()),
    /** On a slow machine, what was measured last on one as fast as that of the goals. */
    fast: v.exactOptional(v.object(measuredEntries)),
  }),
);

export type PerformanceRecord = v.InferOutput<typeof recordSchema>;
type RecordedFigure = v.InferOutput<typeof figureSchema>;
type RecordedBench = PerformanceRecord[string];

/** Milliseconds that a process of Node takes which does nothing, on the machine that the goals in seconds and milliseconds were set on. */
const goalsNodeStartMs = 34;

/** How many times slower a machine may be to count as one as fast as that. */
const asFast = 1.3;

/** Reads figures that were written before. @throws when they have another shape */
export function parsePerformanceRecord(text: string): PerformanceRecord {
  return v.parse(recordSchema, JSON.parse(text));
}

/** What is to be written of a bench: on a slow machine with what was measured before on one as fast as that of the goals. */
export function toRecorded(measured: Omit<RecordedBench, "fast">, before: RecordedBench | undefined): RecordedBench {
  if (isFast(measured) || !before) return measured;
  const fast = isFast(before) ? { on: before.on, figures: before.figures } : before.fast;
  return { ...measured, ...(fast && { fast }) };
}

/** Whether a bench ran on a machine as fast as that of the goals: all did whose machine is not known. */
function isFast({ nodeStart = goalsNodeStartMs }: Pick<RecordedBench, "nodeStart">): boolean {
  return nodeStart <= goalsNodeStartMs * asFast;
}

/** The figure that tells about a goal; undefined when its bench was not run. */
export function findFigure(goal: PerformanceGoal, record: PerformanceRecord): RecordedFigure | undefined {
  return findIn(goal, record[goal.bench]?.figures ?? []);
}

/** The same on a machine as fast as that of the goals, where the last one was slow, and its day. */
function findFast(
  goal: PerformanceGoal,
  record: PerformanceRecord,
): { on: string; figure: RecordedFigure } | undefined {
  const { fast } = record[goal.bench] ?? {};
  const figure = fast && findIn(goal, fast.figures);
  return figure && { on: fast.on, figure };
}

function findIn(goal: PerformanceGoal, figures: readonly RecordedFigure[]): RecordedFigure | undefined {
  return (
    figures.find(({ what }) => what === goal.figure) ?? figures.find(({ what }) => what.startsWith(`${goal.figure} `))
  );
}

/** Whether a goal is met by a figure. */
export function isMet({ reads, atMost, atLeast }: PerformanceGoal, figure: RecordedFigure): boolean {
  const { ours } = figure;
  const value = reads === "most" ? ours.max : reads === "median" ? ours.median : toRatio(figure);
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** The median of the ratios, or that of the medians where the floor was zero in a round. Beside a floor of zero, zero is 1 and all else is too much. */
function toRatio({ ours, floor, ratio }: RecordedFigure): number {
  if (ratio) return ratio.median;
  if (!floor) return Infinity;
  return floor.median === 0 && ours.median === 0 ? 1 : ours.median / floor.median;
}

/** Each goal with its best recorded peer, its floor and its figure, and whether it is met: a table of Markdown. */
export function toGoalTable(goals: readonly PerformanceGoal[], record: PerformanceRecord): string {
  return [
    "| What | Goal | Best recorded peer | Floor | Ours | Beside the floor | Met | Bench |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...goals.map((goal) => toRow(goal, findFigure(goal, record))),
  ].join("\n");
}

/** docs/performance.md. */
export function toPerformanceDocument(goals: readonly PerformanceGoal[], record: PerformanceRecord): string {
  const rows = goals.map((goal) => ({ goal, figure: findFigure(goal, record) }));
  const missed = rows.filter(({ goal, figure }) => figure && !isMet(goal, figure));
  const days = [...new Set(Object.values(record).map(({ on }) => on))].toSorted();
  return `# Performance

Each goal with what was measured for it. \`npm run bench -- --write\` measures all of them and writes this page; \`npm run bench -- vitals --write\`
measures and writes the rows of one bench. The goals are in [performance-goals.ts](../shell/bench/performance-goals.ts); what each bench does, and what
its floor is, in [bench](../shell/bench/README.md). A time means something beside its floor alone, which was measured in turns with it. Figures are
medians, with the smallest and the largest; peers had the same page, content and network.

Measured on ${days.join(", ") || "no day yet"}, on a machine with two processors.

${toGoalTable(goals, record)}

## Not reached

${missed.length === 0 ? "Every goal that was measured is met.\n" : missed.map(({ goal }) => toMissedLine(goal, record)).join("")}
## How quiet the machine was

Processes that waited for a processor, for each of them, before and after. Well above 1, other programs were measured too. The last column is how fast
the machine was: what a process of Node takes that does nothing. It is ${goalsNodeStartMs} ms on the machine that the goals in seconds and milliseconds were set on.

| Bench | Before | After | Node doing nothing |
| --- | --- | --- | --- |
${Object.entries(record)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([bench, { busy, nodeStart }]) => {
    const cells = [...busy.map((one) => one.toFixed(1)), nodeStart === undefined ? "" : `${Math.round(nodeStart)} ms`];
    return `| ${bench} | ${cells.join(" | ")} |`;
  })
  .join("\n")}
`;
}

function toMissedLine(goal: PerformanceGoal, record: PerformanceRecord): string {
  const { what, why, next } = goal;
  const found = findFast(goal, record);
  // Bytes and counts are the same on every machine.
  const fast = found && ["bytes", "count"].includes(found.figure.unit) ? undefined : found;
  const parts = [
    `- **${what}**, ${goal.goal}.`,
    ...(why === undefined ? [] : [`Why: ${why}`]),
    ...(fast ? [toFastText(goal, record[goal.bench]?.nodeStart ?? goalsNodeStartMs, fast)] : []),
    `Next: ${next}`,
  ];
  return `${parts.join(" ")}\n`;
}

/** What the goal's figure was on a faster machine. */
function toFastText(
  goal: PerformanceGoal,
  nodeStart: number,
  { on, figure }: NonNullable<ReturnType<typeof findFast>>,
): string {
  const value =
    goal.reads === "ratio" && figure.ratio
      ? `${toSpreadText(figure.ratio)} of the floor`
      : toSpreadText(figure.ours, figure.unit);
  const times = (nodeStart / goalsNodeStartMs).toFixed(1);
  return `This machine is ${times} times slower than that of the goals, where it was ${value} on ${on}${isMet(goal, figure) ? ", which meets it" : ""}.`;
}

function toRow(goal: PerformanceGoal, figure: RecordedFigure | undefined): string {
  const cells = [
    goal.what,
    goal.goal,
    goal.peer,
    figure?.floor ? toSpreadText(figure.floor, figure.unit) : "",
    figure ? `**${toSpreadText(figure.ours, figure.unit)}**` : "not measured",
    figure?.ratio ? `${toSpreadText(figure.ratio)}` : "",
    figure ? (isMet(goal, figure) ? "yes" : "no") : "",
    `\`npm run bench -- ${goal.bench}\``,
  ];
  return `| ${cells.join(" | ")} |`;
}
