/** A task whose input may change while it runs. */
export interface SettlingTask<T> {
  /** Runs the task; when it runs already, once more after that. @returns what the last of these runs returned */
  run(): Promise<T>;
  /** The runs that are under way. */
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
      // In the same turn in which the loop ends: a call after it must start a run of its own.
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
