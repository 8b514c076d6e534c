import type { IncomingHttpHeaders } from "node:http";
import { localeCookie } from "@site/contracts/site/cookie-names";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { localeCookieSeconds, readChosenLocale } from "./chosen-locale.ts";
import { findPreferredLocale } from "./preferred-locale.ts";
import { isCrawler } from "../visitor/user-agent.ts";

/** `Vary` of the redirect from the root to a language: the headers that it depends on. */
export const localeVary = "Accept-Language, Cookie, User-Agent";

/** The path that the root redirects a visitor to, and the value of `Set-Cookie`, if any. */
export interface LocaleRedirect {
  path: string;
  cookie: string | undefined;
}

/** Whether the answer of a path depends on its visitor: that of the root does, on a site with several languages. */
export function dependsOnVisitor({ locales }: Pick<SiteConfig, "locales">, path: string): boolean {
  return path === "/" && locales.length > 1;
}

/**
 * Where the root redirects a visitor (B031, B032): by their cookie, on the first visit by their browser's languages, else to the default
 * locale. Undefined when the root answers with its page: where the default locale has no prefix, that is for visitors with a locale
 * cookie, and for those who get the default locale. The languages of a crawler are ignored.
 */
export function toLocaleRedirect(
  site: SiteConfig,
  path: string,
  headers: IncomingHttpHeaders,
): LocaleRedirect | undefined {
  if (!dependsOnVisitor(site, path)) return undefined;
  const chosen = readChosenLocale(site, headers.cookie);
  const isRobot = isCrawler(headers);
  const found =
    chosen ?? (isRobot ? undefined : findPreferredLocale(site, headers["accept-language"])) ?? site.defaultLocale;
  const hasPage = site.localeStrategy === "prefix-except-default";
  if (hasPage && (chosen !== undefined || found === site.defaultLocale)) return undefined;
  return {
    path: toLocalizedPath(site, found, path),
    cookie: chosen === undefined && !isRobot ? toLocaleCookie(found) : undefined,
  };
}

/** The cookie as a page of the site would write it (B181): the browser changes it when a visitor switches. */
export function toLocaleCookie(locale: string): string {
  return `${localeCookie}=${locale}; Path=/; Max-Age=${localeCookieSeconds}; SameSite=Lax; Secure`;
}
