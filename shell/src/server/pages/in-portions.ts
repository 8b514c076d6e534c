import { setImmediate as yieldToRequests } from "node:timers/promises";

/** Pages that are read or sent between two yields to requests: about a millisecond. */
export const pagesAtOnce = 64;

/** Calls `use` with each item, and yields to waiting requests after every {@link pagesAtOnce}. */
export async function inPortions<T>(all: Iterable<T>, use: (one: T) => void): Promise<void> {
  let count = 0;
  for (const one of all) {
    use(one);
    count += 1;
    if (count % pagesAtOnce === 0) await yieldToRequests();
  }
}
