import type { Client } from "@site/contracts/visitor/client";
import type { CountryRule } from "@site/contracts/visitor/country-rule";
import { hasStarted, markStarted } from "./arrival.browser.ts";
import { toInstallerPath } from "./installer-path.ts";
import { pickAutoStart } from "./pick-auto-start.ts";
import { readSystem } from "./read-system.browser.ts";

/** The server's facts about an arrival at the download page. */
export interface DownloadArrival {
  rule: CountryRule;
  /** The code of the page's locale. */
  locale: string;
  defaultLocale: string;
}

/**
 * Starts the download for an address that requests it, once per arrival (B122). Both the head script and the page's island call it; the first call
 * counts.
 * @param tell updates the page before the browser requests the client, which may leave the page
 */
export function startDownload(
  { rule, locale, defaultLocale }: DownloadArrival,
  tell: (download: { platform: Client; url: string }) => void,
): void {
  const client = pickAutoStart({ query: location.search, rule, system: readSystem(), started: hasStarted() });
  if (client === undefined) return;
  const url = toInstallerPath(client, locale, defaultLocale);
  markStarted();
  tell({ platform: client, url });
  location.assign(url);
}
