import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isCountryCode, unknownCountry } from "@site/contracts/visitor/country-code";
import { pickDownloadLink } from "@site/contracts/documents/download-link";
import { type Client, clients } from "@site/contracts/visitor/client";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LinkSource } from "../../downloads/link-source.ts";
import type { PageAnswers } from "../pages/page-routes.ts";
import { pickRequestClient } from "../../visitor/device-flags.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";

export interface InstallerOptions {
  site: SiteConfig;
  links: LinkSource;
  pages: PageAnswers;
  visitors: VisitorReader;
  /** Maps an address of another site to its simulator's; without it, addresses are used unchanged. */
  toAddress?: ((address: string) => string) | undefined;
}

interface InstallerRequest {
  Params: { client: string };
  Querystring: { locale?: unknown };
}

/** The same-origin address of each download: it answers with a redirect that is never cached (B114-B119, B125-B127). */
export function registerInstallers(
  app: FastifyInstance,
  { site, links, pages, visitors, toAddress = (address) => address }: InstallerOptions,
): void {
  app.get<InstallerRequest>("/download/installer/:client", (request, reply) => {
    const client = clients.find((one) => one === request.params.client);
    return client ? send(client, request, reply) : pages.answerError(request, reply, 404);
  });
  // A page without JavaScript does not know the visitor's system, so the server detects it from the request.
  app.get<InstallerRequest>("/download/installer/", (request, reply) =>
    send(pickRequestClient(request.headers), request, reply),
  );

  async function send(
    client: Client,
    request: FastifyRequest<InstallerRequest>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    // A visitor whose country is blocked or denied gets no client, from any page (B141).
    if (["blocked", "denied"].includes(visitors.pickRule(request))) return pages.answerError(request, reply, 403);
    const country = visitors.pickPlace(request).country;
    const location = await findClientUrl(client, { country, locale: request.query.locale });
    return reply.code(302).header("cache-control", "no-store").header("location", toAddress(location)).send();
  }

  async function findClientUrl(
    client: Client,
    visitor: { country: string | undefined; locale: unknown },
  ): Promise<string> {
    if (client === "windows" || client === "osx") return toInstallerUrl(client, visitor.locale, site);
    const page = toMobilePageUrl(site);
    if (client === "mobile") return page;
    const country = visitor.country !== undefined && isCountryCode(visitor.country) ? visitor.country : unknownCountry;
    const found = await links.find({ brandAlias: site.brandAlias, platform: client, country });
    return pickDownloadLink(found)?.url ?? page;
  }
}

/** The path of an installer: system, brand and locale (B114). A requested locale that the site does not have is ignored. */
function toInstallerUrl(system: "windows" | "osx", wanted: unknown, site: SiteConfig): string {
  const locales = site.locales.map(({ code }) => toInstallerLocale(code));
  const locale = locales.find((one) => one === wanted) ?? toInstallerLocale(site.defaultLocale);
  return new URL(`${system}/${site.brandAlias}/${locale}/`, site.downloads.installerOrigin).href;
}

/** The download page for phones, with the site's id in the query (B117). */
function toMobilePageUrl({ siteId, downloads }: SiteConfig): string {
  const page = new URL(downloads.mobilePageUrl);
  page.searchParams.set("siteId", siteId);
  return page.href;
}

/** The locale as installers name it (B119). */
export function toInstallerLocale(locale: string): string {
  return locale === "pt-br" ? "pt" : locale;
}
