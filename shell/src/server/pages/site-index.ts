import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";
import type { Layout } from "@site/contracts/pages/layout";
import { indexRoutes } from "../../layout/index-routes.ts";
import { inPortions } from "./in-portions.ts";
import { toRule } from "./page-key.ts";
import type { LivePage, SiteIndex } from "./site-state.ts";

/** Builds the index of composed pages. */
export async function indexSite(layout: Layout, pages: ReadonlyMap<string, LivePage>): Promise<SiteIndex> {
  const byRule = new Map<CountryRule, Map<string, LivePage>>(countryRules.map((rule) => [rule, new Map()]));
  await inPortions(pages, ([key, page]) => {
    const pagesBySlot = byRule.get(toRule(key));
    for (const slot of page.slots) if (pagesBySlot && !pagesBySlot.has(slot)) pagesBySlot.set(slot, page);
  });
  return { findRoute: indexRoutes(layout.routes), findSlotPage: (slot, rule) => byRule.get(rule)?.get(slot) };
}
