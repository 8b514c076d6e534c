import type { CountryRule } from "@site/contracts/country-rule";
import type { Platform } from "@site/contracts/visitor";
import { toInstallerPath } from "./installer-path.ts";
import { isDesktop, pickPlatform, type System } from "./pick-platform.ts";

/** What decides where a download button leads. */
export interface DownloadSituation {
  /** The route's name. */
  page: string;
  rule: CountryRule;
  system: System;
  locale: string;
  defaultLocale: string;
}

/**
 * Where a download button leads. `path` of `installer` is final; of the others it is a path of the site that still needs
 * its locale.
 */
export type DownloadAction =
  /** Straight to the client: an ordinary link click (B121). */
  | { kind: "installer"; path: string; platform: Platform }
  /** To the download page, which starts by itself (B120). */
  | { kind: "download-page"; path: "/download/?auto=1" }
  /** Home, because the client may not be downloaded where the visitor is (B142). */
  | { kind: "refused"; path: "/"; platform: Platform }
  /** Nowhere: on these pages the control makes way for an explanation. */
  | { kind: "explained" };

/** Pages on which a download is never turned away to another page (B141). */
const exemptPages = ["index", "download", "poker-school"];

/** Decides where a download button leads (B113-B121, B141, B142). */
export function pickDownloadAction({ page, rule, system, locale, defaultLocale }: DownloadSituation): DownloadAction {
  const platform = pickPlatform(system);
  if (rule === "blocked") {
    return exemptPages.includes(page) ? { kind: "explained" } : { kind: "refused", path: "/", platform };
  }
  if (isDesktop(system) && page !== "download") return { kind: "download-page", path: "/download/?auto=1" };
  return { kind: "installer", path: toInstallerPath(platform, locale, defaultLocale), platform };
}
