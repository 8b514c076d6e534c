import { setImmediate as yieldToRequests } from "node:timers/promises";

/** Pages that are looked at, or sent, before requests go first: about a millisecond. */
export const pagesAtOnce = 64;

/** Does something with each, and lets requests go first every now and then. */
export async function inPortions<T>(all: Iterable<T>, use: (one: T) => void): Promise<void> {
  let count = 0;
  for (const one of all) {
    use(one);
    count += 1;
    if (count % pagesAtOnce === 0) await yieldToRequests();
  }
}
