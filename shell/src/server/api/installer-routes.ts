import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CountryRule } from "@site/contracts/country-rule";
import { pickDownloadLink } from "@site/contracts/download-link";
import { type Platform, platforms } from "@site/contracts/visitor";
import type { SiteConfig } from "@site/contracts/site-config";
import type { DataStore } from "../data/data-store.ts";
import type { PageAnswers } from "../http/page-routes.ts";
import type { Place } from "../visitor/edge-headers.ts";
import { findDownloadLinks } from "./api-routes.ts";

export interface InstallerOptions {
  site: SiteConfig;
  data: DataStore;
  pages: PageAnswers;
  pickRule(request: FastifyRequest): CountryRule | "denied";
  pickPlace(request: FastifyRequest): Place;
}

/** The same-origin address of each download: it answers with a redirect that is never cached (B114-B119, B125-B127). */
export function registerInstallers(app: FastifyInstance, { site, data, pages, pickRule, pickPlace }: InstallerOptions): void {
  app.get<{ Params: { platform: string }; Querystring: { locale?: unknown } }>("/download/installer/:platform", (request, reply) => {
    const platform = platforms.find((one) => one === request.params.platform);
    if (!platform) return pages.answerError(request, reply, 404);
    if (["blocked", "denied"].includes(pickRule(request))) return pages.answerError(request, reply, 403);
    const country = pickPlace(request).country ?? anyCountry;
    const location = toInstallerUrl(platform, site, data, { country, locale: request.query.locale });
    return reply.code(302).header("cache-control", "no-store").header("location", location).send();
  });
}

/** The line of the table of links for every country without one of its own. */
const anyCountry = "ZZ";

function toInstallerUrl(platform: Platform, site: SiteConfig, data: DataStore, visitor: { country: string; locale: unknown }): string {
  if (platform === "ios" || platform === "android") {
    const links = findDownloadLinks(data.documents()["download-links"], { brandAlias: site.brandAlias, platform, country: visitor.country });
    const page = new URL(site.downloads.mobilePageUrl);
    page.searchParams.set("siteId", site.siteId);
    return pickDownloadLink(links)?.url ?? page.href;
  }
  // Only a language of the site gets into the address.
  const locales = site.locales.map(({ code }) => toInstallerLocale(code));
  const locale = locales.find((one) => one === visitor.locale) ?? toInstallerLocale(site.defaultLocale);
  return new URL(`/${platform}/${site.brandAlias}/${locale}/`, site.downloads.installerOrigin).href;
}

/** The locale as installers name it (B119). */
export function toInstallerLocale(locale: string): string {
  return locale === "pt-br" ? "pt" : locale;
}
