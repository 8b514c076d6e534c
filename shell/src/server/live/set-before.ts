import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { inPortions } from "../pages/in-portions.ts";
import type { SiteState } from "../pages/site-state.ts";
import { maxChanged } from "./prepared-set.ts";

/** A cache of the pages of the previous live set, so that a rollback to it renders nothing. */
export interface SetBefore {
  /**
   * Caches a set that is being replaced. Drops it again when it differs from the next set in too many pages to hold both in memory, which is counted in
   * portions: the flip does not wait for it.
   */
  keep(replaced: SiteState, next: SiteState): Promise<void>;
  /** The cached set, if it is the wanted one. */
  find(wanted: ReleaseSet): SiteState | undefined;
}

export function createSetBefore(): SetBefore {
  let kept: SiteState | undefined;
  return {
    async keep(replaced, next) {
      // The files of its releases are loaded and verified again.
      const one = { ...replaced, packages: new Map() };
      kept = one;
      if ((await hasManyOthers(one, next)) && kept === one) kept = undefined;
    },
    find: ({ id }) => (kept?.set.id === id ? kept : undefined),
  };
}

/** Whether a set has too many pages that the next one does not have. */
async function hasManyOthers({ pages }: SiteState, next: SiteState): Promise<boolean> {
  let others = 0;
  await inPortions(pages, ([key, page]) => {
    if (next.pages.get(key) !== page) others += 1;
  });
  return others > maxChanged;
}
