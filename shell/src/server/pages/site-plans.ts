import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { Layout } from "@site/contracts/pages/layout";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { toKeyString } from "./page-key.ts";
import { type PagePlan, planPages } from "./page-plan.ts";
import { toValueDigest } from "./value-digest.ts";

/** The pages that a site has with one layout and one list of ambassadors. */
export interface SitePlans {
  /** Every page variant by the string of its key, in the order of the layout. */
  byKey: ReadonlyMap<string, PagePlan>;
  /** The paths of the pages, each once, sorted. */
  paths: readonly string[];
}

/**
 * Plans the pages of a site. For the same layout and ambassadors it returns the same object, so that two sets with the same pages are told by
 * comparing one reference.
 */
export function createSitePlanner(site: SiteConfig): (data: DataDocuments, layout: Layout) => SitePlans {
  const known = new WeakMap<Layout, { ambassadors: string; plans: SitePlans }>();
  return (data, layout) => {
    const ambassadors = toValueDigest(data["brand-ambassador"]);
    const before = known.get(layout);
    if (before?.ambassadors === ambassadors) return before.plans;
    const plans = toSitePlans(planPages(site, data, layout));
    known.set(layout, { ambassadors, plans });
    return plans;
  };
}

function toSitePlans(plans: readonly PagePlan[]): SitePlans {
  const paths = plans.flatMap(({ key, context }) => (context.status === 200 ? [key.page] : []));
  return {
    byKey: new Map(plans.map((plan) => [toKeyString(plan.key), plan])),
    paths: [...new Set(paths)].toSorted(),
  };
}
