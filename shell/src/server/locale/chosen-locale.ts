import { localeCookie } from "@site/contracts/site/cookie-names";
import type { LocaleRouting } from "@site/contracts/locale/locale";

/** Lifetime of the locale cookie in seconds: 365 days (B181). */
export const localeCookieSeconds = 365 * 86_400;

/**
 * The locale a visitor's cookie names (B180). A value that is no locale of the site is ignored; of several cookies by that name, which a
 * browser sends when their paths differ, the first valid one counts.
 */
export function readChosenLocale(
  { locales }: Pick<LocaleRouting, "locales">,
  header: string | undefined,
): string | undefined {
  const named = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${localeCookie}=`))
    .map((pair) => pair.slice(localeCookie.length + 1));
  return named.find((value) => locales.some(({ code }) => code === value));
}
