import { readFileSync } from "node:fs";

/** Milliseconds of a clock tick in /proc: 100 ticks a second on every Linux we know. */
const tick = 10;

/** Processor time a process has used so far, user and system, in milliseconds. */
export function readCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program may contain anything; what follows its closing parenthesis does not.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/** Memory a process holds, in megabytes. */
export function readMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? NaN) / 1024;
}

/** The processes a process has started and that still run. */
export function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}
