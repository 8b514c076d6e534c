import { setTimeout as sleep } from "node:timers/promises";
import { readTreeCpu } from "./process-tree.ts";

/** Milliseconds between two checks. */
const pause = 100;

/** Number of checks over which processor time is summed: on a busy machine a working server may get little of it for a moment. */
const looks = 10;

/** Milliseconds of processor time in that many checks that count as idle: timers, and a few requests. */
const quietCpuMs = 80;

/** Waits until a server and all its processes are idle. @throws when they still work after `within` milliseconds */
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
