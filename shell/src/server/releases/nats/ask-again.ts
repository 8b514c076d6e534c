import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two retries. */
const askAgainMs = 250;

/** The retries of a request. */
export interface AskAgain {
  mayPass(error: unknown): boolean;
  milliseconds: number;
  /** Called once after `silentMs` milliseconds of retries, with the current error. */
  notice?: { silentMs: number; onWait(error: unknown): void };
}

/** Retries a request while it fails with a temporary error, until the timeout. @throws the last error */
export async function askAgain<T>(run: () => Promise<T>, { mayPass, milliseconds, notice }: AskAgain): Promise<T> {
  const began = performance.now();
  let isTold = false;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const waitedMs = performance.now() - began;
      if (!mayPass(error) || waitedMs > milliseconds) throw error;
      if (notice && waitedMs > notice.silentMs && !isTold) {
        isTold = true;
        notice.onWait(error);
      }
      await sleep(askAgainMs);
    }
  }
}
