import { reloadedKey } from "@site/contracts/site/cookie-names";

/** Milliseconds within which a second failure of the same path does not load it as a document again (B190). */
const guardedMs = 10_000;

export interface ReloadGuard {
  /** Whether a path that failed may be loaded as a document (B189); notes the time of that load when it may. */
  mayLoad(path: string): boolean;
}

/**
 * Prevents a loop of document loads of a path that keeps failing. The time of the last load is kept in `openStorage`, which
 * outlives the document. Where storage is denied every load is allowed: each follows an action of the visitor.
 */
export function createReloadGuard(
  openStorage: () => Pick<Storage, "getItem" | "setItem">,
  now: () => number,
): ReloadGuard {
  return {
    mayLoad(path) {
      try {
        const storage = openStorage();
        const key = `${reloadedKey}:${path}`;
        const age = now() - Number(storage.getItem(key) ?? Number.NaN);
        // A negative age means that the clock was set back: the path must not stay blocked for hours.
        if (age >= 0 && age < guardedMs) return false;
        storage.setItem(key, String(now()));
      } catch {
        // Storage is denied or full.
      }
      return true;
    },
  };
}
