import { createHash } from "node:crypto";
import { type DataDocumentName, type DataDocuments } from "@site/contracts/documents/data-documents";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { type IslandName } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PagePlan } from "./page-plan.ts";
import { toValueDigest } from "./value-digest.ts";

/** What of a set, its data and its site pages may be made of. */
export interface PageInputs {
  /** What every page is made of: the server's format, the site, the shell, and which head fragments there are. */
  common: string;
  set: ReleaseSet;
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
  set: ReleaseSet;
  /** The head fragments there are. */
  heads: readonly IslandName[];
  data: DataDocuments;
  format: number;
}

/** By what the set says: a page that was composed whole stays right while a release of it cannot be read. */
export function toPageInputs({ site, set, heads, data, format }: PageInputSource): PageInputs {
  const common = JSON.stringify([format, toValueDigest(site), set.digests[shellName], heads]);
  return { common, set, data };
}

/** Names a page by all that it is made of: 16 hexadecimal digits of a hash. */
export function toPageId(inputs: PageInputs, plan: PagePlan, { shown, reads }: PageUse, late = ""): string {
  const releases = shown.map((name) => [name, inputs.set.digests[name]]);
  const documents = reads.map((name) => [name, toValueDigest(inputs.data[name])]);
  return createHash("sha256")
    .update(JSON.stringify([inputs.common, toHashed(plan), releases, documents, late]))
    .digest("hex")
    .slice(0, 16);
}

/** What of a plan is hashed. Ids of pages outlive a server: the names and their order here never change. */
function toHashed({ key, layout, island, context, locale }: PagePlan): object {
  return { key, layout, page: island, context, locale };
}
