import type { DataDocuments, IslandData } from "@site/contracts/documents/data-documents";
import { translateItems } from "@site/contracts/documents/navigation";
import type { SiteParts } from "@site/contracts/site/site-config";
import { localizeFooter } from "@site/contracts/site/site-footer";
import { vendors } from "@site/contracts/site/vendor";

const localized = new WeakMap<DataDocuments, Map<string, IslandData>>();

/**
 * The data that islands of a page in `locale` may declare: menus in its language only, the ambassadors, the
 * installers' checksums, and parts of the site's configuration. Cached for each version of the documents and each locale, but not for each site: a server has one.
 */
export function localizeData(
  data: DataDocuments,
  { footer, contacts, facts, legal, certificate, vendorHosts }: SiteParts,
  locale: string,
): IslandData {
  const byLocale = localized.get(data) ?? new Map<string, IslandData>();
  localized.set(data, byLocale);
  const known = byLocale.get(locale);
  if (known) return known;
  const made: IslandData = {
    navigations: { items: translateItems(data.navigations.items, locale) },
    "util-navigations": { items: translateItems(data["util-navigations"].items, locale) },
    "brand-ambassador": data["brand-ambassador"],
    footer: localizeFooter(footer, locale),
    "installer-checksums": data["installer-checksums"],
    contacts,
    facts,
    legal,
    certificate,
    "used-vendors": vendors.filter((name) => vendorHosts[name] !== undefined),
  };
  byLocale.set(locale, made);
  return made;
}
