import type { Region, RegionId } from "@site/contracts/site/region";
import type { Place } from "./edge-headers.ts";

/** Sites that serve more than one country. */
const international: ReadonlySet<RegionId> = new Set(["GGPCOM", "GGPEU"]);

/** The ISO 3166 country of a regional site: the letters of its id after `GGP`, except for `GGPUK`. Undefined for an international site. */
export function toRegionCountry(id: RegionId): string | undefined {
  if (international.has(id)) return undefined;
  return id === "GGPUK" ? "GB" : id.slice(3);
}

/** The site of the visitor's own country, when there is one and it is not this one (B150). */
export function findMainSite<Site extends Pick<Region, "id">>(
  { country }: Place,
  site: { siteId: RegionId; regionCountryCode: string; regions: readonly Site[] },
): Site | undefined {
  if (country === undefined || country === site.regionCountryCode) return undefined;
  return site.regions.find(({ id }) => id !== site.siteId && toRegionCountry(id) === country);
}
