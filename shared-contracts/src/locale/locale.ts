/** How paths carry the locale: every path, or every path but those of the default locale (B030). */
export const localeStrategies = ["prefix", "prefix-except-default"] as const;
export type LocaleStrategy = (typeof localeStrategies)[number];

/** How a site's paths and its locales belong together. `code` is the part of the path, such as `pt-br`. */
export interface LocaleRouting {
  localeStrategy: LocaleStrategy;
  defaultLocale: string;
  locales: readonly { code: string }[];
}

/** The prefix of a locale's paths: `""` or `"/en"`. */
export function toLocalePrefix(routing: LocaleRouting, locale: string): string {
  return routing.localeStrategy === "prefix-except-default" && locale === routing.defaultLocale ? "" : `/${locale}`;
}

/** A path of the site in a locale: `/about-us/` becomes `/en/about-us/` where paths carry the locale. */
export function toLocalizedPath(routing: LocaleRouting, locale: string, path: string): string {
  return `${toLocalePrefix(routing, locale)}${path}`;
}

/** What a path says of its locale: the locale, and the path without it. `undefined` when it names none. */
export function parseLocalizedPath(routing: LocaleRouting, path: string): { locale: string | undefined; path: string } {
  const first = /^\/([^/]+)(?=\/|$)/.exec(path)?.[1];
  const named = routing.locales.find((locale) => locale.code === first)?.code;
  if (named === undefined) return { locale: undefined, path };
  const rest = path.slice(named.length + 1);
  return { locale: named, path: rest === "" ? "/" : rest };
}
