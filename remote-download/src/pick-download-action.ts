import type { CountryRule } from "@site/contracts/visitor/country-rule";
import type { DeviceKind, System } from "@site/contracts/visitor/system";
import { pickClient, type Client } from "@site/contracts/visitor/client";
import { toInstallerPath } from "./installer-path.ts";

/** The facts that decide the target of a download button. */
export interface DownloadSituation {
  system: System;
  device: DeviceKind;
  /** The route's name. */
  page: string;
  locale: string;
  defaultLocale: string;
  rule: CountryRule;
}

/** The target of a download button. The `path` of `installer` is final; the others are paths of the site that still need the locale. */
export type DownloadAction =
  /** The client itself: an ordinary link click (B121). */
  | { kind: "installer"; path: string; client: Client }
  /** The download page, which starts the download by itself (B120). */
  | { kind: "download-page"; path: "/download/?auto=1" }
  /** Home, because the client may not be downloaded at the visitor's place (B142). */
  | { kind: "refused"; path: "/"; client: Client }
  /** No link: these pages show an explanation instead. */
  | { kind: "explained" };

/** Pages on which a download never redirects to another page (B141). */
const exemptPages = ["index", "download", "poker-school"];

/** Decides the target of a download button in every situation (B113-B121, B141, B142). */
export function pickDownloadAction({
  system,
  device,
  page,
  locale,
  defaultLocale,
  rule,
}: DownloadSituation): DownloadAction {
  const client = pickClient(system, device);
  if (rule === "blocked")
    return exemptPages.includes(page) ? { kind: "explained" } : { kind: "refused", path: "/", client };
  if (isDesktop(client) && page !== "download") return { kind: "download-page", path: "/download/?auto=1" };
  return { kind: "installer", path: toInstallerPath(client, locale, defaultLocale), client };
}

/** Linux counts as a desktop too, though its link leads to the page for phones (B116). */
function isDesktop(client: Client): boolean {
  return client === "windows" || client === "osx" || client === "mobile";
}
