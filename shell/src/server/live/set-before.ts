import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { SiteState } from "../pages/site-state.ts";
import { maxChanged } from "./prepared-set.ts";

/** A cache of the pages of the previous live set, so that a rollback to it renders nothing. */
export interface SetBefore {
  /** Caches a set that is being replaced, unless it differs from the next set in too many pages to hold both in memory. */
  keep(replaced: SiteState, next: SiteState): void;
  /** The cached set, if it is the wanted one. */
  find(wanted: ReleaseSet): SiteState | undefined;
}

export function createSetBefore(): SetBefore {
  let kept: SiteState | undefined;
  return {
    keep(replaced, next) {
      // The files of its releases are loaded and verified again.
      kept = hasManyOthers(replaced, next) ? undefined : { ...replaced, packages: new Map() };
    },
    find: ({ id }) => (kept?.set.id === id ? kept : undefined),
  };
}

/** Whether a set has too many pages that the next one does not have. */
function hasManyOthers({ pages }: SiteState, next: SiteState): boolean {
  let others = 0;
  for (const [key, page] of pages) {
    if (next.pages.get(key) !== page) others += 1;
    if (others > maxChanged) return true;
  }
  return false;
}
