import { LRUCache } from "lru-cache";

/**
 * A cache that makes its entries with `fetchMethod`. Concurrent calls for a key share one run. An entry that is evicted while it is made is still
 * answered to those who wait for it: `lru-cache` alone rejects their calls with `evicted`.
 */
export function createLoadCache<Key extends {}, Value extends {}, Context = unknown>(
  options: LRUCache.Options<Key, Value, Context>,
): LRUCache<Key, Value, Context> {
  return new LRUCache({ ...options, ignoreFetchAbort: true });
}
