import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CountryRule } from "@site/contracts/country-rule";
import { pickDownloadLink } from "@site/contracts/download-link";
import { type Platform, platforms } from "@site/contracts/visitor";
import type { SiteConfig } from "@site/contracts/site-config";
import type { DataStore } from "../data/data-store.ts";
import type { PageAnswers } from "../http/page-routes.ts";
import { findDownloadLinks } from "./api-routes.ts";

export interface InstallerOptions {
  site: SiteConfig;
  data: DataStore;
  pages: PageAnswers;
  pickRule(request: FastifyRequest): CountryRule | "denied";
}

/** The same-origin address of each download: it answers with a redirect that is never cached (B114-B119, B125-B127). */
export function registerInstallers(app: FastifyInstance, { site, data, pages, pickRule }: InstallerOptions): void {
  app.get<{ Params: { platform: string } }>("/download/installer/:platform", (request, reply) => {
    const platform = platforms.find((one) => one === request.params.platform);
    if (!platform) return pages.answerError(request, reply, 404);
    if (["blocked", "denied"].includes(pickRule(request))) return pages.answerError(request, reply, 403);
    return reply.code(302).header("cache-control", "no-store").header("location", toInstallerUrl(platform, site, data)).send();
  });
}

function toInstallerUrl(platform: Platform, site: SiteConfig, data: DataStore): string {
  if (platform === "ios" || platform === "android") {
    const links = findDownloadLinks(data.documents()["download-links"], { brandAlias: site.brandAlias, platform, country: "ZZ" });
    const page = new URL(site.downloads.mobilePageUrl);
    page.searchParams.set("siteId", site.siteId);
    return pickDownloadLink(links)?.url ?? page.href;
  }
  return new URL(`/${platform}/${site.brandAlias}/${toInstallerLocale(site.defaultLocale)}/`, site.downloads.installerOrigin).href;
}

/** The locale as installers name it (B119). */
export function toInstallerLocale(locale: string): string {
  return locale === "pt-br" ? "pt" : locale;
}
