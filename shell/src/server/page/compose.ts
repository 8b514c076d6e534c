import { headKey } from "@site/contracts/head-fragment";
import type { Layout } from "@site/contracts/layout";
import type { IslandName } from "@site/contracts/remote";
import { findSlots } from "./fragment.ts";
import type { PagePlan } from "./page-plan.ts";
import { type FragmentSource, type PendingSlot, type PlacedFragment, renderFragments } from "./render-fragments.ts";

/** A fragment with those that fill its places, in order. */
export interface FragmentTree extends PlacedFragment {
  inner: FragmentTree[];
}

/** A page's slots in the order of the document. */
export interface ComposedPage {
  plan: PagePlan;
  slots: FragmentTree[];
  /** Head fragments: what the page has beside its slots. */
  heads: FragmentTree[];
}

interface Place extends PendingSlot {
  into: FragmentTree[];
  ids: Map<string, number>;
}

/** Nesting deeper than this is a mistake of the remotes, such as two islands that contain each other. */
const maxDepth = 4;

/** Composes pages level by level: the document's own slots, then those inside of them. Never rejects for a remote's fault. */
export async function composePages(plans: readonly PagePlan[], source: FragmentSource): Promise<ComposedPage[]> {
  const pages: ComposedPage[] = plans.map((plan) => ({ plan, slots: [], heads: [] }));
  const headIslands = listHeads(source);
  let level = pages.flatMap(({ plan, slots, heads: beside }) => {
    const ids = new Map<string, number>();
    const toPlace = (into: FragmentTree[]) => (island: IslandName): Place => ({ plan, island, variant: "", id: nextId(ids, island), into, ids });
    return [...toTopSlots(plan, source.layout).map(toPlace(slots)), ...headIslands.map(toPlace(beside))];
  });
  for (let depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
    const fragments = await renderFragments(level, source);
    level = level.flatMap((place, index) => {
      const fragment = fragments[index];
      if (!fragment) return [];
      const tree: FragmentTree = { ...fragment, inner: [] };
      place.into.push(tree);
      return findSlots(fragment.html).map(({ island, variant }): Place => ({ ...place, island, variant, id: nextId(place.ids, island), into: tree.inner }));
    });
  }
  return pages;
}

/** The slots of the document itself, in its order. */
function toTopSlots(plan: PagePlan, { frame }: Layout): IslandName[] {
  return [frame.header, frame.subNavigation, plan.page, frame.footer, frame.quickArea];
}

/** The head fragments the layout names, of those there are. */
export function listHeads({ packages, layout: { heads } }: Pick<FragmentSource, "packages" | "layout">): IslandName[] {
  return heads.filter((name) => packages.get(name)?.release.head !== undefined).map((name): IslandName => `${name}/${headKey}`);
}

function nextId(used: Map<string, number>, island: IslandName): string {
  const count = (used.get(island) ?? 0) + 1;
  used.set(island, count);
  return count === 1 ? island : `${island}.${count}`;
}
