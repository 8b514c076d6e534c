import * as v from "valibot";

/** One language of a site (B182). `files` are the message files of the shell for it. */
export const localeSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]{2})?$/, "a locale code is like en or pt-br")),
  languageTag: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language tag is like en-PH")),
  name: v.pipe(v.string(), v.minLength(1)),
  files: v.array(v.string()),
});
export type Locale = v.InferOutput<typeof localeSchema>;

/** How paths carry the locale: every path, or every path but those of the default locale (B030). */
export const localeStrategies = ["prefix", "prefix-except-default"] as const;
export type LocaleStrategy = (typeof localeStrategies)[number];

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
export function parseLocalizedPath(
  routing: LocaleRouting,
  path: string,
): { locale: string | undefined; path: string } {
  const first = /^\/([^/]+)(?=\/|$)/.exec(path)?.[1];
  const named = routing.locales.find((locale) => locale.code === first)?.code;
  if (named === undefined) return { locale: undefined, path };
  const rest = path.slice(named.length + 1);
  return { locale: named, path: rest === "" ? "/" : rest };
}
