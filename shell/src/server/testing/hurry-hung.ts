import { readFileSync } from "node:fs";
import { vi } from "vitest";
import { listTree } from "../../../e2e/harness/started-processes.ts";

/** Milliseconds of processor time without an outcome after which a render counts as hung: a process that starts takes a fifth of it. */
const hungAfterMs = 500;

/** Milliseconds of one tick, in which Linux counts processor time. */
const tickMs = 10;

/**
 * Lets timeouts of renders end once a process has computed for {@link hungAfterMs} without an outcome: on an idle machine it would compute for
 * the whole timeout.
 * @param timeoutMs as long as the longest timeout of a render
 * @param run gets what it calls with each outcome
 */
export async function hurryHung<T>(timeoutMs: number, run: (onOutcome: () => void) => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let since = measureChildren();
  const looking = setInterval(() => {
    const now = measureChildren();
    if (now < since) since = now;
    if (now - since <= hungAfterMs) return;
    since = now;
    vi.advanceTimersByTime(timeoutMs);
  }, 20);
  try {
    return await run(() => (since = measureChildren()));
  } finally {
    clearInterval(looking);
    vi.useRealTimers();
  }
}

/** Milliseconds of processor time that the processes which this one started have taken, as far as they still run. */
function measureChildren(): number {
  return listTree(process.pid)
    .slice(1)
    .reduce((sum, pid) => sum + measureProcess(pid), 0);
}

function measureProcess(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    // It has ended.
    return 0;
  }
}
