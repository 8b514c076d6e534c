// The long forms of the fault table: faults again and again, under constant load, while releases go live and back.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fullDisk, kills, noDescriptors, type Phase, rollingRestarts, wrongClock } from "./phases.ts";
import { openStage, type SoakLine, type Stage } from "./stage.ts";

/** Growth of memory that is allowed from a sixth of the time to its end. */
const memoryGrowth = 1.1;

/** A shorter soak says nothing about memory: the server still warms up. */
const memoryMinutes = 10;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes ${values.minutes} is no number of minutes.`);
  process.exit(1);
}
const phases: readonly Phase[] = [rollingRestarts, kills, fullDisk, wrongClock, noDescriptors];

const stage = await openStage();
const began = performance.now();
const memory: { atMinute: number; megabytes: number }[] = [];
const watching = setInterval(watchMemory, 5_000);
const lines: SoakLine[] = [];
for (const phase of phases) {
  try {
    const line = await phase(stage, (minutes * 60) / phases.length);
    lines.push(line);
    print(line);
  } catch (error) {
    lines.push({ fault: phase.name, criterion: "it can be run", figure: String(error), isGreen: false });
    print(lines.at(-1));
  }
}
watchMemory();
clearInterval(watching);
lines.push(toPromoteLine(stage), toMemoryLine());
await stage.stop();

console.log(`\n${["fault", "criterion", "measured", "green"].join(" | ")}`);
for (const line of lines) print(line);
process.exit(lines.every(({ isGreen }) => isGreen) ? 0 : 1);

function print(line: SoakLine | undefined): void {
  if (line) console.log([line.fault, line.criterion, line.figure.trim(), line.isGreen ? "yes" : "NO"].join(" | "));
}

function watchMemory(): void {
  const status = readFileSync(`/proc/${stage.steady.child.pid}/status`, "utf8");
  memory.push({
    atMinute: (performance.now() - began) / 60_000,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
  });
}

function toPromoteLine({ promotes, promoteProblems }: Stage): SoakLine {
  return {
    fault: "promotes and rollbacks meanwhile",
    criterion: "each of them works",
    figure: `${promotes()} went live, ${promoteProblems().length} failed ${promoteProblems().slice(0, 2).join("; ")}`,
    isGreen: promotes() > 0 && promoteProblems().length === 0,
  };
}

/** The memory of the instance that was never restarted: its mean over the last sixth of the time beside that over the second sixth. */
function toMemoryLine(): SoakLine {
  const total = memory.at(-1)?.atMinute ?? 0;
  const mean = (from: number, to: number): number => {
    const found = memory.filter(({ atMinute }) => atMinute >= total * from && atMinute <= total * to);
    return found.reduce((sum, { megabytes }) => sum + megabytes, 0) / found.length;
  };
  const [early, late] = [mean(1 / 6, 2 / 6), mean(5 / 6, 1)];
  return {
    fault: "memory of the instance that was not restarted",
    criterion:
      minutes < memoryMinutes
        ? `told only: a soak of less than ${memoryMinutes} minutes does not judge it`
        : `at most ${memoryGrowth}x at the end`,
    figure: `${Math.round(early)} MB early, ${Math.round(late)} MB at the end, ${(late / early).toFixed(2)}x`,
    isGreen: minutes < memoryMinutes || late <= early * memoryGrowth,
  };
}
