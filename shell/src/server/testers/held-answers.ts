import { setTimeout as sleep } from "node:timers/promises";

/** Answers that a server holds back at once, of all testers together. One more is not held. */
export const maxHeldAnswers = 32;

/** Answers that are held back for a while, because a remote is broken on purpose. */
export interface HeldAnswers {
  /** Waits. @returns whether the time is over: false when the client has gone, the server ends, or too many are held */
  hold(milliseconds: number, gone: AbortSignal): Promise<boolean>;
  /** Ends all waits. */
  close(): void;
}

export function createHeldAnswers(): HeldAnswers {
  const closing = new AbortController();
  let held = 0;
  return {
    async hold(milliseconds, gone) {
      if (held >= maxHeldAnswers) return false;
      held += 1;
      try {
        await sleep(milliseconds, undefined, { signal: AbortSignal.any([closing.signal, gone]) });
        return true;
      } catch {
        return false;
      } finally {
        held -= 1;
      }
    },
    close: () => closing.abort(),
  };
}
