import type { DownloadLink, DownloadLinks, DownloadQuery } from "@site/contracts/documents/download-link";
import { unknownCountry } from "@site/contracts/visitor/country-code";

/** The operator's links of a brand, platform and country; without any, the links for an unknown country. */
export function findTableLinks(
  { brands }: DownloadLinks,
  { brandAlias, platform, country }: DownloadQuery,
): DownloadLink[] {
  const byCountry = Object.hasOwn(brands, brandAlias) ? brands[brandAlias]?.[platform] : undefined;
  return byCountry?.[country] ?? byCountry?.[unknownCountry] ?? [];
}
