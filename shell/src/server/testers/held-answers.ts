import { setTimeout as sleep } from "node:timers/promises";

/** Maximum responses that a server delays at once, of all testers together. Further ones are not delayed. */
const maxHeldAnswers = 32;

/** Responses that are delayed, because a remote is broken on purpose. */
export interface HeldAnswers {
  /** Waits. @returns false when the client disconnects, the server closes, or too many responses are delayed */
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
