import type { ChannelLog, LogEntry } from "./channel-log.ts";

/** How many entries are read concurrently. */
const entriesAtOnce = 8;

/** The entries of a log from one revision to another, ascending, as far as there are any: {@link ChannelLog.range} of every kind of log. */
export async function* readRange(
  { head, read }: Pick<ChannelLog, "head" | "read">,
  from: number,
  to: number,
): AsyncGenerator<LogEntry> {
  const last = Math.min(to, (await head())?.revision ?? 0);
  for (let first = Math.max(1, from); first <= last; first += entriesAtOnce) {
    const some = Array.from({ length: Math.min(entriesAtOnce, last - first + 1) }, (_, index) => read(first + index));
    // A failed read is thrown at its place in the order, not before.
    await Promise.allSettled(some);
    yield* some;
  }
}
