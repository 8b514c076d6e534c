import type { DataDocuments } from "@site/contracts/data-documents";
import { translateItems } from "@site/contracts/navigation";

const localized = new WeakMap<DataDocuments, Map<string, DataDocuments>>();

/**
 * The documents as a page in `locale` is told them: menus in its language and in no other. Done once for each version of
 * the documents and each locale.
 */
export function localizeData(data: DataDocuments, locale: string): DataDocuments {
  const byLocale = localized.get(data) ?? new Map<string, DataDocuments>();
  localized.set(data, byLocale);
  const known = byLocale.get(locale);
  if (known) return known;
  const made = {
    ...data,
    navigations: { items: translateItems(data.navigations.items, locale) },
    "util-navigations": { items: translateItems(data["util-navigations"].items, locale) },
  };
  byLocale.set(locale, made);
  return made;
}
