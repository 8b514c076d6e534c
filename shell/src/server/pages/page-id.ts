import { createHash } from "node:crypto";
import { type DataDocumentName, type DataDocuments } from "@site/contracts/documents/data-documents";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { type IslandName } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PagePlan } from "./page-plan.ts";
import { toValueDigest } from "./value-digest.ts";

/** Everything that pages of a set are made of. */
export interface PageInputs {
  /** The part that all pages depend on: the server's format and code, the site, the shell, and the names of the head fragments. */
  common: string;
  set: ReleaseSet;
  data: DataDocuments;
}

/** The packages that a page shows, and the data documents that it reads. */
export interface PageUse {
  /** The packages with a slot in the page, also those that failed to render: sorted. */
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
  /** A hash of the code that composes them. */
  code: string;
}

/** Uses the digests that the set names, not the loaded releases: a page's id stays the same while a release cannot be read. */
export function toPageInputs({ site, set, heads, data, format, code }: PageInputSource): PageInputs {
  const common = JSON.stringify([format, code, toValueDigest(site), set.digests[shellName], heads]);
  return { common, set, data };
}

/** The page id: 16 hexadecimal digits of a hash of all that the page is made of. */
export function toPageId(inputs: PageInputs, plan: PagePlan, { shown, reads }: PageUse, late = ""): string {
  const releases = shown.map((name) => [name, inputs.set.digests[name]]);
  const documents = reads.map((name) => [name, toValueDigest(inputs.data[name])]);
  return createHash("sha256")
    .update(JSON.stringify([inputs.common, toHashed(plan), releases, documents, late]))
    .digest("hex")
    .slice(0, 16);
}

/** The hashed part of a plan. Page ids are kept across restarts, so the names and their order must not change. */
function toHashed({ key, layout, island, context, locale }: PagePlan): object {
  return { key, layout, page: island, context, locale };
}
