import { LRUCache } from "lru-cache";
import { toNetworkPrefix } from "./network-prefix.ts";

export interface PrefixCountsOptions {
  /** Keys that are remembered; beyond it, the one that was counted longest ago is forgotten. */
  maxKeys: number;
  /** Networks that are told apart for each key; the count does not rise further. */
  maxPrefixes: number;
}

export interface PrefixCounts {
  /** Counts the network of an address for a key. @returns whether it was new for that key, and so raised its count */
  add(key: string, address: string): boolean;
  /** How many networks were counted for a key. */
  count(key: string): number;
}

/** Counts from how many networks something was said, so that one client that says it a thousand times counts once. */
export function createPrefixCounts({ maxKeys, maxPrefixes }: PrefixCountsOptions): PrefixCounts {
  const prefixes = new LRUCache<string, Set<string>>({ max: maxKeys });
  return {
    add(key, address) {
      const prefix = toNetworkPrefix(address);
      const known = prefixes.get(key) ?? new Set();
      if (prefix === undefined || known.has(prefix) || known.size >= maxPrefixes) return false;
      prefixes.set(key, known.add(prefix));
      return true;
    },
    count: (key) => prefixes.peek(key)?.size ?? 0,
  };
}
