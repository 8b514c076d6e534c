import { setTimeout as sleep } from "node:timers/promises";
import { readTreeCpu } from "./process-tree.ts";

/** Milliseconds between two looks. */
const pause = 100;

/** Looks in a row at which a server has to be quiet. */
const quietLooks = 5;

/** Milliseconds of processor time in one pause that are no work: timers, and answering a few requests. */
const quietCpuMs = 20;

/** Waits until a server and all it has started do no more work. @throws when they still work after `within` milliseconds */
export async function waitForQuiet(pid: number, within = 300_000): Promise<void> {
  const end = performance.now() + within;
  let before = readTreeCpu(pid);
  for (let quiet = 0; quiet < quietLooks;) {
    if (performance.now() > end) throw new Error(`The server was still at work after ${within} ms.`);
    await sleep(pause);
    const now = readTreeCpu(pid);
    quiet = now - before <= quietCpuMs ? quiet + 1 : 0;
    before = now;
  }
}
