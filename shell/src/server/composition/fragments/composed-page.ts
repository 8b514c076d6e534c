import { dataDocumentNames } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import type { FragmentOrigin } from "../../pages/fragment-ref.ts";
import type { PageUse } from "../../pages/page-id.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { Fragment } from "./fragment.ts";

/** A fragment in its slot. */
export interface PlacedFragment extends Fragment {
  /** The cache keys of the fragment; undefined for a fallback. */
  origin: FragmentOrigin | undefined;
  /** Whether it is the last good fragment or a fallback instead of a new render of its release. */
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
  /** The head fragments of the page, which have no slots. */
  heads: FragmentTree[];
  /** Fragments that were taken out because the page was too large. */
  cut: CutFragment[];
}

/** All fragments of a page, the nested ones included. */
export function flatten(trees: readonly FragmentTree[]): FragmentTree[] {
  return trees.flatMap((tree) => [tree, ...flatten(tree.inner)]);
}

/** The packages that a composed page shows and the data documents that it reads. */
export function findUse({ plan, slots, heads }: ComposedPage): PageUse {
  const all = flatten([...slots, ...heads]);
  const read = new Set<string>(all.flatMap(({ reads }) => reads));
  // A page below another one has breadcrumbs, whose names are those of the menus.
  if (plan.context.path.split("/").length > 3) for (const name of ["navigations", "util-navigations"]) read.add(name);
  return {
    shown: [...new Set(all.map(({ island }) => toIslandParts(island).owner))].toSorted(),
    reads: dataDocumentNames.filter((name) => read.has(name)).toSorted(),
  };
}
