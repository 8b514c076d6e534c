/** The language every package is written in first. */
const sourceLocale = "en";

/**
 * The locales whose messages a page may use, best first: its own, the site's default, and English. A package without the
 * page's language is rendered in another rather than not at all.
 */
export function listMessageLocales({
  locale,
  site,
}: {
  locale: { code: string };
  site: { defaultLocale: string };
}): string[] {
  return [...new Set([locale.code, site.defaultLocale, sourceLocale])];
}
