import { reloadedKey } from "@site/contracts/site/cookie-names";

/** Milliseconds within which a second failure of the same path does not load it as a document again (B190). */
const guarded = 10_000;

export interface ReloadGuard {
  /** Whether a document load may heal what failed at a path (B189); takes note of it when it may. */
  mayLoad(path: string): boolean;
}

/**
 * Keeps a path that fails again and again from loading its document again and again. It remembers over documents, in
 * `openStorage`; where the browser denies that every load is allowed: each has a wish of the visitor's before it.
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
        // A clock that was set back must not guard for hours.
        if (age >= 0 && age < guarded) return false;
        storage.setItem(key, String(now()));
      } catch {
        // Storage is denied or full.
      }
      return true;
    },
  };
}
