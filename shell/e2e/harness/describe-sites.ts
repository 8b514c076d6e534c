import { describe, inject } from "vitest";
import { type SiteId, siteIds } from "./start-site.ts";
import type { BrowserNeeds } from "./open-browser.ts";
import { type SiteInUse, useSite } from "./use-site.ts";
import { sampled } from "./sampled.ts";

/** The sites for `describeSitesInTurn`: the first in `npm test`, the others in `npm run prove`. */
declare module "vitest" {
  export interface ProvidedContext {
    sitesInTurn: "first" | "others";
  }
}

/** Runs the same tests on both sites. Each site is started once for them, with a browser. */
export function describeSites(promises: (underTest: SiteInUse) => void): void {
  describeEach(siteIds, promises);
}

/**
 * Runs tests of code that is the same on every site: on the first site with `npm test`, on the others with `npm run prove`. The file's name ends in
 * `.sites.e2e.test.ts`.
 */
export function describeSitesInTurn(promises: (underTest: SiteInUse) => void, needs?: BrowserNeeds): void {
  describeEach(listSitesInTurn(), promises, needs);
}

/** The first site in `npm test`, the others in `npm run prove`: see {@link describeSitesInTurn}. */
export function listSitesInTurn(): readonly SiteId[] {
  return inject("sitesInTurn") === "first" ? siteIds.slice(0, 1) : siteIds.slice(1);
}

/** Runs tests on the first site with `npm test`, and on every site with `npm run prove`: see {@link sampled}. */
export function describeSitesInFull(promises: (underTest: SiteInUse) => void, needs?: BrowserNeeds): void {
  describeEach(sampled({ all: siteIds, sample: siteIds.slice(0, 1) }), promises, needs);
}

function describeEach(ids: readonly SiteId[], promises: (underTest: SiteInUse) => void, needs?: BrowserNeeds): void {
  describe.each(ids)("on the site %s", (id) => promises(useSite(id, needs)));
}
