import { createHash } from "node:crypto";
import { type DataDocumentName, dataDocumentNames, type DataDocuments } from "@site/contracts/data-documents";
import type { Layout } from "@site/contracts/layout";
import { type PackageName, shellName } from "@site/contracts/package-name";
import { toIslandParts } from "@site/contracts/remote";
import type { SiteConfig } from "@site/contracts/site-config";
import { type ComposedPage, type FragmentTree, listHeads } from "./compose.ts";
import type { PagePlan } from "./page-plan.ts";
import type { LoadedPackages } from "./render-fragments.ts";
import { toValueDigest } from "./value-digest.ts";

/** What of a set, its data and its site pages may be made of. */
export interface PageInputs {
  /** What every page is made of: the server's format, the site, the shell, and which head fragments there are. */
  common: string;
  packages: LoadedPackages;
  data: DataDocuments;
}

/** What a page showed, and which documents it read. */
export interface PageUse {
  /** The packages whose fragments are in the page, also of those that failed: sorted. */
  shown: readonly PackageName[];
  /** Sorted. */
  reads: readonly DataDocumentName[];
}

interface PageInputSource {
  site: SiteConfig;
  packages: LoadedPackages;
  layout: Layout;
  data: DataDocuments;
  format: number;
}

export function toPageInputs({ site, packages, layout, data, format }: PageInputSource): PageInputs {
  const common = JSON.stringify([format, toValueDigest(site), packages.get(shellName)?.digest, listHeads({ packages, layout })]);
  return { common, packages, data };
}

/** Names a page by all that it is made of: 16 hexadecimal digits of a hash. */
export function toPageId(inputs: PageInputs, plan: PagePlan, { shown, reads }: PageUse, late = ""): string {
  const releases = shown.map((name) => [name, inputs.packages.get(name)?.digest]);
  const documents = reads.map((name) => [name, toValueDigest(inputs.data[name])]);
  return createHash("sha256").update(JSON.stringify([inputs.common, plan, releases, documents, late])).digest("hex").slice(0, 16);
}

/** What a composed page uses. */
export function findUse({ plan, slots, heads }: ComposedPage): PageUse {
  const all = flatten([...slots, ...heads]);
  const told = new Set<string>(all.flatMap(({ reads }) => reads));
  // The pages above it are named as the menus name them.
  if (plan.context.path.split("/").length > 3) for (const name of ["navigations", "util-navigations"]) told.add(name);
  return {
    shown: [...new Set(all.map(({ island }) => toIslandParts(island).owner))].toSorted(),
    reads: dataDocumentNames.filter((name) => told.has(name)).toSorted(),
  };
}

/** A page's fragments with those inside of them. */
export function flatten(trees: readonly FragmentTree[]): FragmentTree[] {
  return trees.flatMap((tree) => [tree, ...flatten(tree.inner)]);
}
