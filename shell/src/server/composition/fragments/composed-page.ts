import { dataDocumentNames } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import type { FragmentOrigin } from "../../pages/fragment-ref.ts";
import type { PageUse } from "../../pages/page-id.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { Fragment } from "./fragment.ts";

/** A fragment in its slot. */
export interface PlacedFragment extends Fragment {
  /** The keys by which it is found again; undefined for a fallback. */
  origin: FragmentOrigin | undefined;
  /** Whether it is the last good fragment or a fallback, not what its release rendered now. */
  isLate: boolean;
}

/** A fragment with those that fill its slots, in order. */
export interface FragmentTree extends PlacedFragment {
  inner: FragmentTree[];
}

/** A fragment that was taken out of a page, and why. */
export interface CutFragment {
  island: IslandName;
  /** The remote with the most bytes on the page. */
  owner: PackageName;
  problem: string;
}

/** A page's slots in the order of the document. */
export interface ComposedPage {
  plan: PagePlan;
  slots: FragmentTree[];
  /** Head fragments: what the page has beside its slots. */
  heads: FragmentTree[];
  /** Fragments that were taken out because the page was too large. */
  cut: CutFragment[];
}

/** A page's fragments with those inside of them. */
export function flatten(trees: readonly FragmentTree[]): FragmentTree[] {
  return trees.flatMap((tree) => [tree, ...flatten(tree.inner)]);
}

/** What a composed page uses. */
export function findUse({ plan, slots, heads }: ComposedPage): PageUse {
  const all = flatten([...slots, ...heads]);
  const told = new Set<string>(all.flatMap(({ reads }) => reads));
  // Such a page names the pages above it, from the menus.
  if (plan.context.path.split("/").length > 3) for (const name of ["navigations", "util-navigations"]) told.add(name);
  return {
    shown: [...new Set(all.map(({ island }) => toIslandParts(island).owner))].toSorted(),
    reads: dataDocumentNames.filter((name) => told.has(name)).toSorted(),
  };
}
