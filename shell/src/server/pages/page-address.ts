import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { Region } from "@site/contracts/site/region";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { toRegionCountry } from "../visitor/find-main-site.ts";

/** The parts of a site's configuration that the addresses of its pages depend on. */
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

/** The site for countries without one of their own. */
const internationalSite = "GGPCOM";

/**
 * The canonical address of a page, for its canonical link, its own `hreflang`, the sitemap and structured data (decision 23): its path on
 * the site's own host (B218). For home, a site with `isRequireConvertCanonical` has the contents host instead, with the locale's path for
 * any locale but English (B219).
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

/** The same page in each language of the site, this one included. @param path without locale prefix */
export function listTranslations(site: AddressedSite, path: string): Alternate[] {
  return site.locales.map(({ code, languageTag }) => ({
    tag: toReaderTag(site, languageTag),
    url: toCanonical(site, code, path),
  }));
}

/**
 * Whom a page in a language is for. A language without a country in its tag is that of the site's country: only the international site is for
 * readers of it everywhere.
 */
export function toReaderTag({ siteId }: Pick<SiteConfig, "siteId">, languageTag: string): string {
  const country = toRegionCountry(siteId);
  return languageTag.includes("-") || country === undefined ? languageTag : `${languageTag}-${country}`;
}

/**
 * What the sitemap names beside a page: the page in each language of the site; for home also regional sites' homes, the international one as
 * `x-default`.
 * @param path without locale prefix
 */
export function listAlternates(site: AddressedSite, locale: string, path: string): Alternate[] {
  const own = listTranslations(site, path);
  // Every regional site has a home, which the others know in one language; whether it has another page is not known here.
  if (path !== "/" || locale !== site.defaultLocale) return own;
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

/** The home of a regional site by its own canonical address: search engines ignore alternates that do not name each other. */
function toRegionHome(site: AddressedSite, { id, url }: Pick<Region, "id" | "url">): string {
  return site.regionHomes?.[id] ?? url;
}
