import { readFileSync } from "node:fs";
import { listTree, readProcessName, unlessGone } from "../../e2e/harness/started-processes.ts";

/** Milliseconds of a clock tick in /proc: 100 ticks a second on Linux. */
const tickMs = 10;

/** What a process and all it has started hold in memory. */
export interface TreeMemory {
  /** Megabytes of all of them: memory of their own, and every mapped file once, at the size of the process that holds most of it. */
  total: number;
  /** Megabytes of proportional set size, summed: lower, because files are shared with every other Node process on the machine. */
  pss: number;
  parts: PartMemory[];
}

/** Processes of one kind. */
export interface PartMemory {
  /** The file that the processes run, such as `render-process.ts`. */
  name: string;
  count: number;
  /** Megabytes that are theirs alone, summed. Mapped files, such as Node itself, are not in it. */
  own: number;
}

/** Processor time a process and all it has started used so far, in milliseconds. What has ended counts with its parent. */
export function readTreeCpu(pid: number): number {
  return listTree(pid).reduce((sum, one) => sum + unlessGone(0, () => readCpuWithEnded(one)), 0);
}

function readCpuWithEnded(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program may contain anything; what follows its closing parenthesis does not.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) * tickMs;
}

/** Memory of a process and all it has started. */
export function readTreeMemory(pid: number): TreeMemory {
  const files = new Map<string, number>();
  const parts = new Map<string, PartMemory>();
  let pss = 0;
  let shared = 0;
  for (const one of listTree(pid)) {
    const mappings = unlessGone([], () => readMappings(one));
    if (mappings.length === 0) continue;
    const name = readProcessName(one);
    const part = parts.get(name) ?? { name, count: 0, own: 0 };
    parts.set(name, part);
    part.count += 1;
    for (const { file, rss, pss: share, anonymous } of mappings) {
      pss += share;
      part.own += anonymous / 1024;
      // What was written to in a mapped file is the process's own.
      if (file !== undefined) files.set(file, Math.max(files.get(file) ?? 0, rss - anonymous));
      else shared += Math.max(0, share - anonymous);
    }
  }
  const own = [...parts.values()].reduce((sum, part) => sum + part.own, 0);
  const mapped = [...files.values()].reduce((sum, size) => sum + size, 0);
  return {
    total: own + (mapped + shared) / 1024,
    pss: pss / 1024,
    parts: [...parts.values()].toSorted((a, b) => b.own - a.own),
  };
}

/** One mapping of a process, in kilobytes. */
interface Mapping {
  /** Device, inode and offset of a mapped file. */
  file: string | undefined;
  rss: number;
  pss: number;
  anonymous: number;
}

function readMappings(pid: number): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    const head = /^[0-9a-f]+-[0-9a-f]+ \S+ (\S+) (\S+) (\d+)/.exec(line);
    if (head)
      mappings.push({ file: head[3] === "0" ? undefined : head.slice(1, 4).join(" "), rss: 0, pss: 0, anonymous: 0 });
    const [, field, size] = /^(Rss|Pss|Anonymous): +(\d+) kB/.exec(line) ?? [];
    const last = mappings.at(-1);
    if (!last) continue;
    if (field === "Rss") last.rss = Number(size);
    else if (field === "Pss") last.pss = Number(size);
    else if (field === "Anonymous") last.anonymous = Number(size);
  }
  return mappings;
}
