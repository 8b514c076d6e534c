import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { availableParallelism, loadavg } from "node:os";
import { Command } from "commander";
import { toProblem } from "@site/contracts/errors";
import { development } from "./benches/development.ts";
import { growth } from "./benches/growth.ts";
import { history } from "./benches/history.ts";
import { interaction } from "./benches/interaction.ts";
import { lighthouse } from "./benches/lighthouse.ts";
import { load } from "./benches/load.ts";
import { memory } from "./benches/memory.ts";
import { navigation } from "./benches/navigation.ts";
import { publish } from "./benches/publish.ts";
import { release } from "./benches/release.ts";
import { scale } from "./benches/scale.ts";
import { servers } from "./benches/servers.ts";
import { sizes } from "./benches/sizes.ts";
import { throughput } from "./benches/throughput.ts";
import { vitals } from "./benches/vitals.ts";
import { type Figure, isOverBudget, type Report } from "./harness/figures.ts";
import { measureNodeStart } from "./harness/node-start.ts";
import {
  parsePerformanceRecord,
  type PerformanceRecord,
  toGoalTable,
  toPerformanceDocument,
  toRecorded,
} from "./harness/performance-document.ts";
import { toTable } from "./harness/print-table.ts";
import { type Bench, runBench } from "./harness/bench-resources.ts";
import { workspaceRoot } from "../cli/workspace/workspace.ts";
import { performanceGoals } from "./performance-goals.ts";

const benches: readonly Bench[] = [
  sizes,
  vitals,
  interaction,
  throughput,
  load,
  publish,
  release,
  growth,
  scale,
  memory,
  history,
  servers,
  navigation,
  development,
  lighthouse,
];

/** Fewer measurements are not enough for a median. */
const fewestRounds = 5;

const program = new Command("bench")
  .description(
    `Measures the site against its goals. There are:\n${benches.map(({ name, about }) => `  ${name}: ${about}`).join("\n")}`,
  )
  .argument("[names...]", "the benches to run; all unless some are named")
  .option(
    "--json <file>",
    "where to write the results",
    join(import.meta.dirname, "results", `${new Date().toISOString().replaceAll(":", "-")}.json`),
  )
  .option("--rounds <count>", "how often each side is measured, at least five", Number, fewestRounds)
  .option("--store <folder>", "measure the set that is live in this store instead of what is built from the sources")
  .option("--write", "write what was measured into docs/performance.md")
  .parse();
const { json, rounds, store, write } = program.opts<{
  json: string;
  rounds: number;
  store?: string;
  write?: boolean;
}>();
const unknown = program.args.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0)
  program.error(`There is no bench ${unknown.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}.`);

/** The result of a bench. A bench that failed to run is a result too, and fails the run. */
interface Outcome {
  report?: Report;
  problem?: string;
  /** Runnable processes per processor, before and after: above 1 the measurements include other programs. */
  busy: number[];
  /** The speed of the machine, see `measureNodeStart`. */
  nodeStart: number;
}

const toBusy = (): number => (loadavg()[0] ?? NaN) / availableParallelism();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

const outcomes: Record<string, Outcome> = {};
for (const bench of benches.filter(({ name }) => program.args.length === 0 || program.args.includes(name))) {
  const busy = [toBusy()];
  const nodeStart = measureNodeStart();
  console.log(`\n# ${bench.name}: ${bench.about}`);
  try {
    const report = await runBench(
      bench,
      { rounds: Math.max(fewestRounds, rounds), store: store && resolve(store) },
      (line) => console.log(`… ${line}`),
    );
    outcomes[bench.name] = { report, busy: [...busy, toBusy()], nodeStart };
    console.log([toTable(report.figures), ...report.notes].join("\n"));
  } catch (error) {
    outcomes[bench.name] = { problem: toProblem(error), busy, nodeStart };
    console.error(`${bench.name} could not be measured: ${toProblem(error)}`);
  }
}

const breaches = Object.values(outcomes).flatMap(({ report }) => report?.figures.filter(isOverBudget) ?? []);
const file = resolve(json);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(
  file,
  JSON.stringify(
    { at: new Date().toISOString(), node: process.version, processors: availableParallelism(), rounds, outcomes },
    null,
    2,
  ),
);
const measured = toMeasured();
console.log(
  `\n${toGoalTable(
    performanceGoals.filter(({ bench }) => bench in measured),
    measured,
  )}`,
);
console.log(`\nResults: ${file}`);
if (write === true) writeDocument();
for (const { what, ours, budget } of breaches)
  console.error(`OVER BUDGET: ${what} is ${ours.max}, the budget is ${budget}.`);
const failed = Object.values(outcomes).some(({ problem }) => problem !== undefined);
process.exit(breaches.length > 0 || failed ? 1 : 0);

/** The figures of the benches that ran, as far as a goal names them. */
function toMeasured(): PerformanceRecord {
  const on = new Date().toISOString().slice(0, 10);
  const ran = Object.entries(outcomes).flatMap(([name, { report, busy, nodeStart }]) =>
    report ? [[name, { on, busy, nodeStart, figures: keepNamed(name, report.figures) }] as const] : [],
  );
  return parsePerformanceRecord(JSON.stringify(Object.fromEntries(ran)));
}

/** Writes the figures of the benches that ran beside those that other runs wrote, and the document of all of them. */
function writeDocument(): void {
  const recordFile = join(import.meta.dirname, "recorded.json");
  const before = existsSync(recordFile) ? parsePerformanceRecord(readFileSync(recordFile, "utf8")) : {};
  const now = Object.entries(measured).map(([name, one]) => [name, toRecorded(one, before[name])] as const);
  const record = { ...before, ...Object.fromEntries(now) };
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(workspaceRoot, "docs/performance.md"), toPerformanceDocument(performanceGoals, record));
  console.log("Written: docs/performance.md");
}

/** The figures that a goal names. The others are in the results only. */
function keepNamed(bench: string, figures: readonly Figure[]): Figure[] {
  const names = performanceGoals.filter((goal) => goal.bench === bench).map(({ figure }) => figure);
  return figures.filter(({ what }) => names.some((name) => what === name || what.startsWith(`${name} `)));
}
