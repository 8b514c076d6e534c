import { type FSWatcher, type Stats, statSync, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { isDiskError } from "./disk.ts";

/** Milliseconds between two checks whether the path still leads to the watched folder. */
const checkIntervalMs = 1000;

/**
 * Calls back when a folder changes, and also at an interval, because its file system may send no notifications. A folder that is made later or
 * replaced (copied anew, moved there, or behind a link that changed its target) is watched within a second. Ends when `signal` aborts.
 */
export function watchFolder(
  folder: string,
  onChange: () => void,
  { signal, intervalMs }: { signal: AbortSignal; intervalMs: number },
): void {
  if (signal.aborted) return;
  let watcher: FSWatcher | undefined;
  /** The identity of the folder at the last check. */
  let seen = identifyNow(folder);
  let isChecking = false;

  const arm = (): boolean => {
    watcher?.close();
    watcher = undefined;
    try {
      const own = watch(folder, { signal, persistent: false }, (_event, name) => {
        // A watched folder that was removed or moved reports its own name, and sends no further notifications.
        if (name === basename(folder)) own.close();
        onChange();
      });
      watcher = own;
      // The folder was removed, or the system has no watches left. The interval goes on.
      own.on("error", () => own.close());
      own.on("close", () => {
        if (watcher === own) watcher = undefined;
      });
      return true;
    } catch (error) {
      if (!isDiskError(error, "ENOENT", "ENOTDIR", "ENOSPC", "EMFILE", "ENFILE", "EACCES")) throw error;
      return false;
    }
  };

  const check = async (): Promise<void> => {
    // One check at a time, because a disk may hang: each call occupies one of the threads that also compress responses.
    if (isChecking) return;
    isChecking = true;
    const found = await stat(folder).then(identify, () => undefined);
    isChecking = false;
    if (signal.aborted || (watcher && found === seen)) return;
    const isOther = found !== seen;
    seen = found;
    // Changes before the watch began are reported too.
    if (arm() || isOther) onChange();
  };

  arm();
  const timers = [setInterval(() => void check(), checkIntervalMs), setInterval(onChange, intervalMs)];
  for (const timer of timers) timer.unref();
  signal.addEventListener("abort", () => timers.forEach((timer) => clearInterval(timer)), { once: true });
}

function identify({ dev, ino }: Stats): string {
  return `${dev}-${ino}`;
}

function identifyNow(folder: string): string | undefined {
  try {
    return identify(statSync(folder));
  } catch {
    return undefined;
  }
}
