import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { localeCookie } from "@site/contracts/site/cookie-names";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { localeCookieAge, readChosenLocale } from "./chosen-locale.ts";
import { findPreferredLocale } from "./preferred-locale.ts";

/** What the way from the root to a language depends on: no cache may give one visitor's to another. */
export const localeVary = "Accept-Language, Cookie, User-Agent";

/** Where the root leads a visitor, and the cookie to go with it: the value of `Set-Cookie`. */
export interface LocaleRedirect {
  path: string;
  cookie: string | undefined;
}

/** Whether what the root answers depends on its visitor: not where there is one language. */
export function dependsOnVisitor({ locales }: Pick<SiteConfig, "locales">, path: string): boolean {
  return path === "/" && locales.length > 1;
}

/**
 * Where the root leads a visitor (B031, B032): by their cookie, on the first visit by their browser's languages, else to
 * the default locale. Undefined when it is a page and shown as it is: where the default locale has no prefix, whoever
 * has been here before gets what they asked for. A crawler has no language of its own and is led nowhere by one.
 */
export function toLocaleRedirect(
  site: SiteConfig,
  path: string,
  headers: IncomingHttpHeaders,
): LocaleRedirect | undefined {
  if (!dependsOnVisitor(site, path)) return undefined;
  const chosen = readChosenLocale(site, headers.cookie);
  const isCrawler = isbot(headers["user-agent"]);
  const found =
    chosen ?? (isCrawler ? undefined : findPreferredLocale(site, headers["accept-language"])) ?? site.defaultLocale;
  const hasPage = site.localeStrategy === "prefix-except-default";
  if (hasPage && (chosen !== undefined || found === site.defaultLocale)) return undefined;
  return {
    path: toLocalizedPath(site, found, path),
    cookie: chosen === undefined && !isCrawler ? toLocaleCookie(found) : undefined,
  };
}

/** The cookie as a page of the site would write it (B181): the browser changes it when a visitor switches. */
export function toLocaleCookie(locale: string): string {
  return `${localeCookie}=${locale}; Path=/; Max-Age=${localeCookieAge}; SameSite=Lax; Secure`;
}
