import type { RegionId } from "@site/contracts/site/region";

/** Where a link to another region's site leads first: the server adds the query and sends the visitor on (B147-B149). */
export const regionPath = "/region/";

/** The Canadian site, whose visitors from Ontario are where they belong (B144), and where those of other sites are sent (B147). */
export const canadianSite: RegionId = "GGPCA";
