import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** A process and all running processes that it started, from its main thread and from others. */
export function listTree(pid: number): number[] {
  const found = [pid];
  for (const one of found) found.push(...listChildren(one));
  return found;
}

function listChildren(pid: number): number[] {
  return unlessGone([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      unlessGone([], () =>
        readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
      ),
    ),
  );
}

/** The file that a process runs, such as `render-process.ts`, or its program when there is none. */
export function readProcessName(pid: number): string {
  const words = unlessGone("", () => readFileSync(`/proc/${pid}/cmdline`, "utf8"))
    .split("\0")
    .filter(Boolean);
  // A file that the process may read is part of an option.
  return basename(words.find((word) => /^[^-].*\.[cm]?[jt]s$/.test(word)) ?? words[0] ?? "ended");
}

/** Whether a process runs. A zombie does not. */
export function isRunning(pid: number): boolean {
  return unlessGone(false, () => !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8")));
}

/** A process may end during a read: then the replacement value is returned. */
export function unlessGone<T>(instead: T, read: () => T): T {
  try {
    return read();
  } catch {
    return instead;
  }
}
