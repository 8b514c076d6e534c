import { KvWatchInclude } from "@nats-io/kv";
import { type KeyBucket, withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";

/** Milliseconds before a watch that ended or failed is begun again. */
const beginAgainMs = 1000;

export interface KeyWatch {
  bucket: KeyBucket;
  /** Keys with wildcards, such as `stable.*`. */
  keys: string;
  /** @param key the changed key; undefined when unknown */
  onChange(key?: string): void;
  signal: AbortSignal;
}

/** Calls back after changes of keys, after each new connection, and every few seconds, until `signal` aborts. */
export function watchKeys(link: NatsLink, { bucket, keys, onChange, signal }: KeyWatch): void {
  if (signal.aborted) return;
  const timer = setInterval(() => onChange(), link.watchMs);
  timer.unref();
  let again: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  signal.addEventListener(
    "abort",
    () => {
      clearInterval(timer);
      clearTimeout(again);
      stop?.();
    },
    { once: true },
  );
  link.onReconnect(() => onChange(), signal);

  async function follow(): Promise<void> {
    const updates = await withKeys(link, bucket, ({ kv }) =>
      kv.watch({ key: keys, include: KvWatchInclude.UpdatesOnly, headers_only: true }),
    );
    stop = () => updates.stop();
    if (signal.aborted) return updates.stop();
    // Changes may have happened without a watch.
    onChange();
    for await (const { key } of updates) {
      if (signal.aborted) return;
      onChange(key);
    }
  }

  const followAgain = (): void => {
    if (signal.aborted) return;
    again = setTimeout(() => void follow().then(followAgain, followAgain), beginAgainMs);
    again.unref();
  };
  void follow().then(followAgain, followAgain);
}
