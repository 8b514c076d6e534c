import { localeCookie } from "@site/contracts/site/cookie-names";
import { type LocaleRouting, parseLocalizedPath } from "@site/contracts/locale/locale";

/** The locale of a path of the site. */
function toLocale(routing: LocaleRouting, path: string): string {
  return parseLocalizedPath(routing, path).locale ?? routing.defaultLocale;
}

/** Writes the locale cookie as the server does: for 365 days (B178, B181). Does nothing where the browser refuses cookies. */
export function rememberLocale(code: string): void {
  document.cookie = `${localeCookie}=${code};path=/;max-age=31536000;samesite=lax;secure`;
}

/**
 * Stores the locale when the visitor came from a page of this site in another language: that page may have had no script
 * yet when the language was switched there (B178).
 */
export function noticeLocaleSwitch(routing: LocaleRouting, locale: string): void {
  const from = document.referrer && new URL(document.referrer);
  if (from && from.origin === location.origin && toLocale(routing, from.pathname) !== locale) rememberLocale(locale);
}
