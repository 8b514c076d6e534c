import { toNetworkPrefix } from "./network-prefix.ts";

export interface PrefixLimitOptions {
  /** How many one network may send in a window. */
  perPrefix: number;
  /** How many all networks together may send in a window; the memory of the limit grows no further. */
  total: number;
  windowMs: number;
  /** A clock in milliseconds that never goes back, for tests. */
  now?: (() => number) | undefined;
}

export interface PrefixLimit {
  /** Counts what a client sent, and says whether it is within the limits. What is no address is never. */
  admit(address: string): boolean;
  /** Seconds until the next window begins. */
  retryAfterSeconds(): number;
}

/**
 * Limits how much each network may send in a window of time. What browsers report is a statistic: what is above the limits is lost, and so
 * one network cannot drown the reports of others, and all together cannot fill the memory.
 */
export function createPrefixLimit({
  perPrefix,
  total,
  windowMs,
  now = () => performance.now(),
}: PrefixLimitOptions): PrefixLimit {
  const counts = new Map<string, number>();
  let admitted = 0;
  let ends = now() + windowMs;

  return {
    admit(address) {
      const time = now();
      if (time >= ends) {
        counts.clear();
        admitted = 0;
        ends = time + windowMs;
      }
      const prefix = toNetworkPrefix(address);
      if (prefix === undefined || admitted >= total) return false;
      const count = counts.get(prefix) ?? 0;
      if (count >= perPrefix) return false;
      counts.set(prefix, count + 1);
      admitted += 1;
      return true;
    },
    retryAfterSeconds: () => Math.max(1, Math.ceil((ends - now()) / 1000)),
  };
}
