import type { CountryRule } from "@site/contracts/visitor/country-rule";
import type { DeviceKind, System } from "@site/contracts/visitor/system";
import { pickClient, type Client } from "@site/contracts/visitor/client";
import { toInstallerPath } from "./installer-path.ts";

/** Everything that decides where a download button leads. */
export interface DownloadSituation {
  system: System;
  device: DeviceKind;
  /** The route's name. */
  page: string;
  locale: string;
  defaultLocale: string;
  rule: CountryRule;
}

/**
 * Where a download button leads. `path` of `installer` is final; of the others it is a path of the site that still needs
 * its locale.
 */
export type DownloadAction =
  /** Straight to the client: an ordinary link click (B121). */
  | { kind: "installer"; path: string; client: Client }
  /** To the download page, which starts by itself (B120). */
  | { kind: "download-page"; path: "/download/?auto=1" }
  /** Home, because the client may not be downloaded where the visitor is (B142). */
  | { kind: "refused"; path: "/"; client: Client }
  /** No link: these pages show an explanation in its place. */
  | { kind: "explained" };

/** Pages on which a download is never turned away to another page (B141). */
const exemptPages = ["index", "download", "poker-school"];

/** Decides where a download button leads, for every situation there is (B113-B121, B141, B142). */
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

/** Linux is a desktop too, though what it gets is the page for phones (B116). */
function isDesktop(client: Client): boolean {
  return client === "windows" || client === "osx" || client === "mobile";
}
