/** Milliseconds that a request takes on average, from which on a store counts as slow; and for which a command is silent about it. */
const slowMs = 250;
const silentMs = 3000;

/**
 * Times the requests of a command. A slow store answers each of them in time, and a command that makes hundreds seems to hang.
 * @param onSlow called once, with the average in milliseconds
 */
export function timeRequests(onSlow: (averageMs: number) => void): <T>(request: () => Promise<T>) => Promise<T> {
  let firstAt: number | undefined;
  let requests = 0;
  let totalMs = 0;
  let isTold = false;
  return async (request) => {
    const began = performance.now();
    firstAt ??= began;
    try {
      return await request();
    } finally {
      const now = performance.now();
      requests += 1;
      totalMs += now - began;
      const averageMs = totalMs / requests;
      if (!isTold && now - firstAt > silentMs && averageMs > slowMs) {
        isTold = true;
        onSlow(averageMs);
      }
    }
  };
}
