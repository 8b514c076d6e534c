import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { PageInputs } from "../../pages/page-id.ts";
import type { SitePlans } from "../../pages/site-plans.ts";
import type { SiteState } from "../../pages/site-state.ts";
import type { WrittenPage } from "./compose-messages.ts";
import { findChanged, gatherFragments, gatherPages, isReused, joinBefore, replacePages } from "./gather-pages.ts";
import { indexPages, listStale, type PageIndex, type Pages, updateFragments, updateIndex } from "./page-index.ts";

/** A set to compose: its page plans and the inputs of its pages. */
export interface SetSource {
  set: ReleaseSet;
  plans: SitePlans;
  inputs: PageInputs;
}

/** The earlier pages that a composition starts from. */
export interface Base {
  /** The previous pages, with equal pages of the other served set in their place. */
  previous: SiteState | undefined;
  /** The keys of pages that differ from the previous ones, in the order of the layout. */
  changed: readonly string[];
  /** The indexed set from which all untouched pages are reused; absent when every page was compared. */
  known?: { from: SiteState; index: PageIndex; touched: readonly string[] };
}

/** The pages of a set, and the packed fragments that they name. */
export interface GatheredPages {
  pages: Pages;
  fragments: ReadonlyMap<string, Buffer>;
}

/**
 * Finds the pages that a set changes, and merges the written pages into the previous ones. It indexes the pages that it gathered for as long as they are
 * served, so that only pages of changed packages and documents are compared. Without an index it compares all pages.
 */
export interface ChangedPages {
  /** @param beside another served set, whose equal pages are reused */
  find(source: SetSource, before: SiteState | undefined, beside: SiteState | undefined): Promise<Base>;
  gather(source: SetSource, base: Base, written: WrittenPages): Promise<GatheredPages>;
}

/** The pages of this composition by their key, and their fragments. */
export interface WrittenPages {
  pages: ReadonlyMap<string, WrittenPage>;
  fragments: ReadonlyMap<string, Buffer>;
}

export function createChangedPages(): ChangedPages {
  const indexes = new WeakMap<Pages, PageIndex>();

  function findKnown(
    source: SetSource,
    before: SiteState | undefined,
    beside: SiteState | undefined,
  ): Base | undefined {
    const from = beside ?? before;
    const index = from && indexes.get(from.pages);
    const touched = index && listStale(index, from.pages, source);
    if (!touched) return undefined;
    const known = { from, index, touched };
    if (before && from !== before && touched.length > 0) return joinKnown(source, before, known);
    return {
      previous: { ...(before ?? from), pages: from.pages, fragments: from.fragments },
      changed: touched,
      known,
    };
  }

  /** Starts from the pages of the indexed set, and replaces the touched ones by the previous pages. */
  function joinKnown(source: SetSource, before: SiteState, known: NonNullable<Base["known"]>): Base | undefined {
    const { from, touched } = known;
    const index = indexes.get(before.pages);
    const stale = index && listStale(index, before.pages, source);
    if (!stale) return undefined;
    const pages = new Map(from.pages);
    for (const key of touched) {
      const page = before.pages.get(key);
      if (page) pages.set(key, page);
    }
    const isStale = new Set(stale);
    return {
      previous: { ...before, pages, fragments: new Map([...from.fragments, ...before.fragments]) },
      changed: touched.filter((key) => isStale.has(key)),
      known,
    };
  }

  return {
    find: async (source, before, beside) =>
      findKnown(source, before, beside) ?? (await findByIds(source, before, beside)),
    async gather({ set, plans, inputs }, { previous, changed, known }, written) {
      const sources = [previous?.fragments, written.fragments];
      const replaced = { plans: plans.byKey, inputs, set, previous, written: written.pages };
      const pages = known ? await replacePages(known, replaced) : await gatherPages(replaced);
      // A page that was reused although its inputs changed has to be composed again in the next run.
      const isOpen = (key: string): boolean => pages.get(key)?.isWhole !== true;
      const kept = changed.filter((key) => isOpen(key) || isReused(key, replaced));
      if (known) {
        const touched = { touched: known.touched, from: known.from.pages, to: pages };
        const open = new Set([...kept, ...known.touched.filter(isOpen)]);
        const index = await updateIndex(known.index, { inputs, open }, touched);
        indexes.set(pages, index);
        return { pages, fragments: await updateFragments(known.from.fragments, index, touched, sources) };
      }
      if (pages.size === plans.byKey.size)
        indexes.set(pages, await indexPages({ plans, inputs, open: new Set(kept) }, pages));
      return { pages, fragments: await gatherFragments(pages, sources) };
    },
  };
}

/** Compares the page ids of all pages. */
async function findByIds(
  { plans, inputs }: SetSource,
  before: SiteState | undefined,
  beside: SiteState | undefined,
): Promise<Base> {
  const previous = await joinBefore(plans.byKey, inputs, before, beside);
  return { previous, changed: await findChanged(plans.byKey, inputs, previous) };
}
