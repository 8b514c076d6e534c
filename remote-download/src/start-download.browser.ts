import type { Client } from "@site/contracts/visitor/client";
import type { CountryRule } from "@site/contracts/visitor/country-rule";
import { hasStarted, markStarted } from "./arrival.browser.ts";
import { toInstallerPath } from "./installer-path.ts";
import { pickAutoStart } from "./pick-auto-start.ts";
import { readSystem } from "./read-system.browser.ts";

/** What the server knows of an arrival at the download page. */
export interface DownloadArrival {
  rule: CountryRule;
  /** The code of the page's locale. */
  locale: string;
  defaultLocale: string;
}

/**
 * Starts the download of a visitor who came for it, once per arrival (B122). The head script and the page's island both call it, whichever is
 * there first.
 * @param tell tells the page before the browser asks for the client, which may be another page
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
