import { watch } from "node:fs";
import { isDiskError } from "./disk.ts";

/**
 * Calls back when a folder changes, and also at an interval, because the folder may not exist yet, or its file system may send no notifications.
 * Ends when `signal` aborts.
 */
export function watchFolder(
  folder: string,
  onChange: () => void,
  { signal, intervalMs }: { signal: AbortSignal; intervalMs: number },
): void {
  if (signal.aborted) return;
  let isWatched = false;
  const arm = (): void => {
    try {
      const watcher = watch(folder, { signal, persistent: false }, onChange);
      isWatched = true;
      // The folder was removed, or the system is out of watches. The interval goes on.
      watcher.on("error", () => watcher.close());
      watcher.on("close", () => {
        isWatched = false;
      });
    } catch (error) {
      if (!isDiskError(error, "ENOENT", "ENOTDIR", "ENOSPC", "EMFILE", "ENFILE", "EACCES")) throw error;
    }
  };
  arm();
  const timer = setInterval(() => {
    if (!isWatched) arm();
    onChange();
  }, intervalMs);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
