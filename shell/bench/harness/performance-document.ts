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

/** The day, `2026-11-23`, and the figures. */
const measuredEntries = { on: v.string(), figures: v.array(figureSchema) };

/** The last written figures of benches, by the bench's name. */
const recordSchema = v.record(
  v.string(),
  v.object({
    ...measuredEntries,
    /** Runnable processes per processor, before and after: well above 1 the figures include other programs. */
    busy: v.array(v.number()),
    /** The speed of the machine: milliseconds of a Node process that does nothing, the median of ten. */
    nodeStart: v.exactOptional(v.number()),
    /** For a slow machine, the last figures of one as fast as that of the goals. */
    fast: v.exactOptional(v.object(measuredEntries)),
  }),
);

export type PerformanceRecord = v.InferOutput<typeof recordSchema>;
type RecordedFigure = v.InferOutput<typeof figureSchema>;
type RecordedBench = PerformanceRecord[string];

/** Milliseconds of a Node process that does nothing, on the machine for which the goals in seconds and milliseconds were set. */
const goalsNodeStartMs = 34;

/** The factor up to which a slower machine counts as equally fast. */
const asFast = 1.3;

/** Parses written figures. @throws when they have another shape */
export function parsePerformanceRecord(text: string): PerformanceRecord {
  return v.parse(recordSchema, JSON.parse(text));
}

/** The record of a bench to write: on a slow machine it includes the last figures of a fast one. */
export function toRecorded(measured: Omit<RecordedBench, "fast">, before: RecordedBench | undefined): RecordedBench {
  if (isFast(measured) || !before) return measured;
  const fast = isFast(before) ? { on: before.on, figures: before.figures } : before.fast;
  return { ...measured, ...(fast && { fast }) };
}

/** Whether a bench ran on a machine as fast as that of the goals. A machine of unknown speed counts as fast. */
function isFast({ nodeStart = goalsNodeStartMs }: Pick<RecordedBench, "nodeStart">): boolean {
  return nodeStart <= goalsNodeStartMs * asFast;
}

/** The figure for a goal; undefined when its bench was not run. */
export function findFigure(goal: PerformanceGoal, record: PerformanceRecord): RecordedFigure | undefined {
  return findIn(goal, record[goal.bench]?.figures ?? []);
}

/** The figure of the last run on a fast machine, and its day, when the last run was on a slow one. */
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

/**
 * The median of the ratios, or the ratio of the medians when the floor was zero in a round. With a floor of zero, zero gives 1 and any other value
 * infinity.
 */
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

/** The goal's figure on a faster machine. */
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
