import type { RegionId } from "@site/contracts/site/region";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { ggpbr } from "./ggpbr.ts";
import { ggpcom } from "./ggpcom.ts";
import { ggpph } from "./ggpph.ts";

/** Every site this code can be, by id. The environment names one of them. */
export const siteConfigs = { GGPPH: ggpph, GGPCOM: ggpcom, GGPBR: ggpbr } satisfies Partial<Record<RegionId, SiteConfig>>;
