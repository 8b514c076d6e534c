import type { IncomingHttpHeaders } from "node:http";
import { type LocaleRouting, parseLocalizedPath } from "@site/contracts/locale/locale";
import { readChosenLocale } from "./chosen-locale.ts";
import { toLocaleCookie } from "./locale-redirect.ts";

/**
 * The cookie for a visitor who comes from a page of this site in another language. It is set with the page they switched to, so that the
 * next page is in that language (B178). Undefined when the language did not change, when the cookie names it already, and for a page that
 * the browser prefetches or prerenders.
 */
export function findLocaleSwitch(site: LocaleRouting, path: string, headers: IncomingHttpHeaders): string | undefined {
  const { referer, host, cookie } = headers;
  if (
    site.locales.length < 2 ||
    referer === undefined ||
    !URL.canParse(referer) ||
    headers["sec-purpose"] !== undefined
  )
    return undefined;
  const from = new URL(referer);
  if (from.host !== host) return undefined;
  const [before, after] = [from.pathname, path].map(
    (one) => parseLocalizedPath(site, one).locale ?? site.defaultLocale,
  );
  if (after === undefined || before === after || readChosenLocale(site, cookie) === after) return undefined;
  return toLocaleCookie(after);
}
