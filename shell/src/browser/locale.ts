import { localeCookie } from "@site/contracts/site/cookie-names";
import { type LocaleRouting, parseLocalizedPath } from "@site/contracts/locale/locale";

/** The locale of a path of the site. */
function toLocale(routing: LocaleRouting, path: string): string {
  return parseLocalizedPath(routing, path).locale ?? routing.defaultLocale;
}

/** Writes the locale cookie as the server does: for 365 days (B178, B181). A browser that refuses cookies goes without. */
export function rememberLocale(code: string): void {
  document.cookie = `${localeCookie}=${code};path=/;max-age=31536000;samesite=lax;secure`;
}

/**
 * Remembers a switch that this document is the result of: its visitor came from a page of this site in another language,
 * which may have had no script yet (B178).
 */
export function noticeLocaleSwitch(routing: LocaleRouting, locale: string): void {
  const from = document.referrer && new URL(document.referrer);
  if (from && from.origin === location.origin && toLocale(routing, from.pathname) !== locale) rememberLocale(locale);
}
