import type { RegionId } from "@site/contracts/region";

/**
 * Where the browser learns what a page cannot say, because a page is one for everybody under the same rule. Asked only
 * where it matters, and never kept.
 */
export const visitorPath = "/api/visitor";

/** What it answers. */
export interface VisitorAnswer {
  /** The site of the visitor's own country, when that is another one (B150). */
  mainSite: RegionId | null;
}

/** Where a link to another region's site leads first: the server adds the query and sends the visitor on (B147-B149). */
export const regionPath = "/region/";
