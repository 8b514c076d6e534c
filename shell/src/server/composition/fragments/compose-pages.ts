import { answerLimits } from "@site/contracts/answers/answer-limits";
import { headKey } from "@site/contracts/islands/head-fragment";
import type { Layout } from "@site/contracts/pages/layout";
import type { IslandName } from "@site/contracts/names/island-name";
import { fitPage } from "./fit-page.ts";
import { findSlots } from "./fragment.ts";
import { toKeyString } from "../../pages/page-key.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { FragmentSource, PendingSlot } from "./fragment-source.ts";
import { renderFragments } from "./render-fragments.ts";
import { findStandIn } from "./stand-in.ts";
import type { ComposedPage, FragmentTree } from "./composed-page.ts";

interface Place extends PendingSlot {
  into: FragmentTree[];
  ids: Map<string, number>;
}

/** Composes pages level by level: the document's own slots, then the slots inside of them. Never rejects because of a remote. */
export async function composePages(plans: readonly PagePlan[], source: FragmentSource): Promise<ComposedPage[]> {
  const pages: ComposedPage[] = plans.map((plan) => ({ plan, slots: [], heads: [], cut: [] }));
  const headIslands = listHeads(source);
  let level = pages.flatMap(({ plan, slots, heads: beside }) => {
    const ids = new Map<string, number>();
    const toPlace =
      (into: FragmentTree[]) =>
      (island: IslandName): Place => ({ plan, island, variant: "", id: nextId(ids, island), into, ids });
    return [...toTopSlots(plan, source.layout).map(toPlace(slots)), ...headIslands.map(toPlace(beside))];
  });
  for (let depth = 0; level.length > 0 && depth < answerLimits.slotDepth; depth += 1) {
    const fragments = await renderFragments(level, source);
    level = level.flatMap((place, index) => {
      const fragment = fragments[index];
      if (!fragment) return [];
      const tree: FragmentTree = { ...fragment, inner: [] };
      place.into.push(tree);
      return listPlaces(place, tree, source);
    });
  }
  for (const page of pages) {
    page.cut = await fitPage(page.slots, (tree, problem, isKnownBad) =>
      findStandIn({ ...tree, plan: page.plan }, problem, source, { isKnownBad }),
    );
    keepGood(page.plan, [...page.slots, ...page.heads], source);
  }
  return pages;
}

/** The slots inside of a fragment, up to the limit of slots of a page. */
function listPlaces(place: Place, tree: FragmentTree, { onFailure }: FragmentSource): Place[] {
  const asked = findSlots(tree.html);
  const used = [...place.ids.values()].reduce((sum, count) => sum + count, 0);
  const room = Math.max(0, answerLimits.pageSlots - used);
  if (asked.length > room) {
    onFailure({
      island: tree.island,
      version: tree.version,
      page: place.plan.key.page,
      problem: `the page has more than ${answerLimits.pageSlots} slots with those it asks for; ${asked.length - room} of its places stay empty.`,
    });
  }
  return asked.slice(0, room).map(({ island, variant }): Place => ({
    ...place,
    island,
    variant,
    id: nextId(place.ids, island),
    into: tree.inner,
  }));
}

/** Remembers the fragments of a page as last good, for when a remote fails. */
function keepGood(plan: PagePlan, trees: readonly FragmentTree[], { memory }: FragmentSource): void {
  const page = toKeyString(plan.key);
  const keep = ({ id, origin, isLate, inner }: FragmentTree): void => {
    if (origin && !isLate) memory.setGood(page, id, origin);
    for (const tree of inner) keep(tree);
  };
  for (const tree of trees) keep(tree);
}

/** The slots of the document itself, in document order. */
function toTopSlots(plan: PagePlan, { frame }: Pick<Layout, "frame">): IslandName[] {
  return [frame.header, frame.subNavigation, plan.island, frame.footer, frame.quickArea];
}

/** The head fragments that the layout names and the set's releases have. */
export function listHeads({ packages, layout: { heads } }: Pick<FragmentSource, "packages" | "layout">): IslandName[] {
  return heads
    .filter((name) => packages.get(name)?.release.head !== undefined)
    .map((name): IslandName => `${name}/${headKey}`);
}

function nextId(used: Map<string, number>, island: IslandName): string {
  const count = (used.get(island) ?? 0) + 1;
  used.set(island, count);
  return count === 1 ? island : `${island}.${count}`;
}
