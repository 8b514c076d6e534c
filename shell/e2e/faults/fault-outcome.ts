import * as v from "valibot";
import type { Bound, FaultRow } from "./fault-row.ts";
import type { RecordedFigure } from "./record-figure.ts";

/** One test that ran: its file from the root of the workspace, its full title and whether it passed. */
export interface RanTest {
  file: string;
  title: string;
  hasPassed: boolean;
}

const outcomeSchema = v.object({
  id: v.string(),
  /** Tests that ran for the row, and those of them that failed. A proof without a test counts as a failed one. */
  tests: v.number(),
  failed: v.number(),
  /** The worst of the measurements of each figure, and their number. */
  figures: v.record(v.string(), v.object({ worst: v.number(), count: v.number() })),
});

/** What a run found for a row of the table. */
export type FaultOutcome = v.InferOutput<typeof outcomeSchema>;

/** Reads outcomes that were written before. @throws when they have another shape */
export function parseFaultOutcomes(text: string): FaultOutcome[] {
  return v.parse(v.array(outcomeSchema), JSON.parse(text));
}

/** Judges a row by the tests that ran and by what was measured. */
export function toFaultOutcome(
  { id, proofs, bounds }: FaultRow,
  ran: readonly RanTest[],
  recorded: readonly RecordedFigure[],
): FaultOutcome {
  const byProof = proofs.map(({ file, title = "" }) =>
    ran.filter((test) => test.file === file && test.title.includes(title)),
  );
  const found = new Set(byProof.flat());
  return {
    id,
    tests: found.size,
    failed:
      [...found].filter(({ hasPassed }) => !hasPassed).length + byProof.filter((tests) => tests.length === 0).length,
    figures: Object.fromEntries(
      bounds.flatMap((bound) => {
        const values = recorded.filter((one) => one.id === id && one.figure === bound.figure).map(({ value }) => value);
        return values.length === 0 ? [] : [[bound.figure, { worst: pickWorst(bound, values), count: values.length }]];
      }),
    ),
  };
}

function pickWorst({ atLeast }: Bound, values: readonly number[]): number {
  return atLeast === undefined ? Math.max(...values) : Math.min(...values);
}

/** Whether every proof passed, and every figure was measured and is within its bound. */
export function isGreen({ bounds }: FaultRow, { tests, failed, figures }: FaultOutcome): boolean {
  return tests > 0 && failed === 0 && bounds.every((bound) => isWithin(bound, figures[bound.figure]?.worst));
}

function isWithin({ atLeast = -Infinity, atMost = Infinity }: Bound, value: number | undefined): boolean {
  return value !== undefined && value >= atLeast && value <= atMost;
}

/** A row's figures in words, each beside its bound. */
export function toFigureLines({ bounds }: FaultRow, { figures }: FaultOutcome): string[] {
  return bounds.map((bound) => {
    const { figure, atLeast, atMost } = bound;
    const found = figures[figure];
    const limit = atLeast === undefined ? `at most ${toText(bound, atMost)}` : `at least ${toText(bound, atLeast)}`;
    const measured = found === undefined ? "not measured" : toText(bound, found.worst);
    const times = found === undefined || found.count === 1 ? "" : `, the worst of ${found.count}`;
    return `${figure}: **${measured}** (${limit}${times})`;
  });
}

function toText({ unit }: Bound, value = Number.NaN): string {
  const rounded = Number(value.toFixed(value < 10 ? 2 : 0));
  if (unit === "share") return `${Number((value * 100).toFixed(1))} %`;
  if (unit === undefined) return String(rounded);
  return unit === "x" ? `${rounded}x` : `${rounded} ${unit}`;
}

/** The document of the table: docs/faults.md. */
export function toFaultDocument(table: readonly FaultRow[], outcomes: readonly FaultOutcome[]): string {
  const rows = table.map((row) => {
    const outcome = outcomes.find(({ id }) => id === row.id);
    const files = [...new Set(row.proofs.map(({ file }) => file))].map((file) => `[${toShort(file)}](../${file})`);
    if (!outcome) return [row.fault, row.seen, row.criterion, "", files.join(", "), "not run yet"];
    return [
      row.fault,
      row.seen,
      row.criterion,
      toFigureLines(row, outcome).join("<br>") || "none",
      `${outcome.tests} in ${files.join(", ")}`,
      isGreen(row, outcome) ? "yes" : "**no**",
    ];
  });
  return `${head}\n${[
    ["Fault", "What is seen", "Criterion", "Measured", "Tests", "Green"],
    Array.from({ length: 6 }, () => "---"),
    ...rows,
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")}\n`;
}

function toShort(file: string): string {
  return (file.split("/").at(-1) ?? file).replace(/(\.(e2e|integration))?(\.test)?\.ts$/, "");
}

const head = `# Faults

What fails, what visitors see then, and how it is proved. \`npm run faults -- --write\` runs the tests of every row and writes this page with
what they measured; \`npm run faults -- store-down\` runs one row. The rows are in [fault-table.ts](../shell/e2e/faults/fault-table.ts).
\`npm test\` runs the same tests, the longest of them on a sample. The figures are of a machine with two processors that did
other work meanwhile: a row that is not green for its figure alone is to be measured again on an idle one. \`npm run soak\` runs the long forms.
`;
