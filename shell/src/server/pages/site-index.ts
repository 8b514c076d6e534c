import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";
import { type FindRoute, indexRoutes } from "../../layout/index-routes.ts";
import type { Layout } from "@site/contracts/pages/layout";
import { inPortions } from "./in-portions.ts";
import { toRule } from "./page-key.ts";
import type { LivePage, SiteIndex } from "./site-state.ts";

type PagesBySlot = ReadonlyMap<CountryRule, ReadonlyMap<string, LivePage>>;

const routeIndexes = new WeakMap<Layout, FindRoute>();

/** Prepares look-ups in composed pages. Their slots are read when the first one is looked up, so that a flip does not wait for it. */
export function indexSite(layout: Layout, pages: ReadonlyMap<string, LivePage>): SiteIndex {
  const findRoute = routeIndexes.get(layout) ?? indexRoutes(layout.routes);
  routeIndexes.set(layout, findRoute);
  let reading: Promise<PagesBySlot> | undefined;
  return {
    findRoute,
    async findSlotPage(slot, rule) {
      reading ??= readSlots(pages);
      return (await reading).get(rule)?.get(slot);
    },
  };
}

async function readSlots(pages: ReadonlyMap<string, LivePage>): Promise<PagesBySlot> {
  const byRule = new Map(countryRules.map((rule) => [rule, new Map<string, LivePage>()]));
  await inPortions(pages, ([key, page]) => {
    const pagesBySlot = byRule.get(toRule(key));
    for (const slot of page.slots) if (pagesBySlot && !pagesBySlot.has(slot)) pagesBySlot.set(slot, page);
  });
  return byRule;
}
