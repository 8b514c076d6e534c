/** A task whose input may change while it runs. */
export interface SettlingTask<T> {
  /** Runs the task; during a run, calls cause one more run after it. @returns the result of the last of these runs */
  run(): Promise<T>;
  /** The promise of the runs under way; undefined while none is. */
  running(): Promise<T> | undefined;
}

export function runUntilSettled<T>(task: () => Promise<T>): SettlingTask<T> {
  let running: Promise<T> | undefined;
  let isWantedAgain = false;

  async function runAll(): Promise<T> {
    try {
      for (;;) {
        isWantedAgain = false;
        const result = await task();
        if (!isWantedAgain) return result;
      }
    } finally {
      // Reset in the same turn in which the loop ends, so that a later call starts a new run.
      running = undefined;
    }
  }

  return {
    run() {
      isWantedAgain = true;
      running ??= runAll();
      return running;
    },
    running: () => running,
  };
}
