import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { Region } from "@site/contracts/site/region";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { toRegionCountry } from "../visitor/find-main-site.ts";

/** What of a site's configuration says where its pages are found. */
export type AddressedSite = Pick<
  SiteConfig,
  | "siteId"
  | "url"
  | "contentsOrigin"
  | "flags"
  | "regions"
  | "regionHomes"
  | "locales"
  | "defaultLocale"
  | "localeStrategy"
>;

/** The site that stands for every country without one of its own. */
const internationalSite = "GGPCOM";

/**
 * The one address of a page for machines: its canonical link, its own `hreflang`, its line of the sitemap and its structured
 * data (record 23). That is its path on the site's own host (B218); for the home of a site that converts it is the contents
 * host, with the locale's path for any locale but English (B219).
 * @param path without locale prefix
 */
export function toCanonical(site: AddressedSite, locale: string, path: string): string {
  if (path === "/" && site.flags.isRequireConvertCanonical)
    return new URL(locale === "en" ? "/" : `/${locale}/`, site.contentsOrigin).href;
  return new URL(toLocalizedPath(site, locale, path), site.url).href;
}

/** Another address of the same page, for readers of a language. */
export interface Alternate {
  /** Such as `en-PH`, or `x-default`. */
  tag: string;
  url: string;
}

/** The same page in each language of the site, this one included; for the home also the regional sites', and the international one for every other country. */
export function listAlternates(site: AddressedSite, path: string): Alternate[] {
  const own = site.locales.map(({ code, languageTag }) => ({ tag: languageTag, url: toCanonical(site, code, path) }));
  // A regional site serves its own home; whether it has this very page, only it knows.
  if (path !== "/") return own;
  const regional = site.regions.flatMap((region) => {
    const country = toRegionCountry(region.id);
    return region.id === site.siteId || country === undefined
      ? []
      : [{ tag: `${region.locale.slice(0, 2)}-${country}`, url: toRegionHome(site, region) }];
  });
  const international = site.regions.find(({ id }) => id === internationalSite);
  return [
    ...own,
    ...regional,
    ...(international ? [{ tag: "x-default", url: toRegionHome(site, international) }] : []),
  ];
}

/** The home of a region's site as that site names it itself: alternates count only where both sides name each other alike. */
function toRegionHome(site: AddressedSite, { id, url }: Pick<Region, "id" | "url">): string {
  return site.regionHomes?.[id] ?? url;
}
