import type { Client } from "@site/contracts/visitor/client";

/** The locale in download addresses: `pt-br` is shortened to `pt` (B119). */
function toDownloadLocale(locale: string): string {
  return locale === "pt-br" ? "pt" : locale;
}

/**
 * The same-origin address of a client, never localized by path. The server builds the real address from system, brand and locale (B114, B117); the
 * site's default locale is left out.
 */
export function toInstallerPath(client: Client, locale: string, defaultLocale: string): string {
  const path = `${installersPath}${client}`;
  return locale === defaultLocale ? path : `${path}?locale=${toDownloadLocale(locale)}`;
}

/** The address at which the server picks the client for the visitor's device, for visitors without JavaScript. */
export const installersPath = "/download/installer/";
