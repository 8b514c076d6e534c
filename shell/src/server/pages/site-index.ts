import type { Layout } from "@site/contracts/pages/layout";
import { indexRoutes } from "../../layout/index-routes.ts";
import { inPortions } from "./in-portions.ts";
import type { LivePage, SiteIndex } from "./site-state.ts";

/** Builds the index of composed pages. */
export async function indexSite(layout: Layout, pages: ReadonlyMap<string, LivePage>): Promise<SiteIndex> {
  const pagesBySlot = new Map<string, LivePage>();
  await inPortions(pages.values(), (page) => {
    for (const slot of page.slots) if (!pagesBySlot.has(slot)) pagesBySlot.set(slot, page);
  });
  return { findRoute: indexRoutes(layout.routes), pagesBySlot };
}
