import type { RegionId } from "@site/contracts/site/region";

/** Where a link to another region's site leads first: the server adds the query and sends the visitor on (B147-B149). */
export const regionPath = "/region/";

/** The Canadian site: visitors from Ontario see no notice there (B144), and the notice on other sites sends them there (B147). */
export const canadianSite: RegionId = "GGPCA";
