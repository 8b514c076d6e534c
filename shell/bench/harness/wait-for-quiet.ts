import { setTimeout as sleep } from "node:timers/promises";
import { readTreeCpu } from "./process-tree.ts";

/** Milliseconds between two looks. */
const pause = 100;

/** Looks over which the processor time is summed: on a busy machine a server that works gets less of it for a moment. */
const looks = 10;

/** Milliseconds of processor time in that many looks that are no work: timers, and answering a few requests. */
const quietCpuMs = 80;

/** Waits until a server and all it has started do no more work. @throws when they still work after `within` milliseconds */
export async function waitForQuiet(pid: number, within = 300_000): Promise<void> {
  const end = performance.now() + within;
  const seen = [readTreeCpu(pid)];
  for (;;) {
    if (performance.now() > end) throw new Error(`The server was still at work after ${within} ms.`);
    await sleep(pause);
    const now = readTreeCpu(pid);
    seen.push(now);
    if (seen.length > looks && now - (seen.shift() ?? 0) <= quietCpuMs) return;
  }
}
