import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { endpoints } from "@site/contracts/api";
import { type DownloadLinks, downloadQuerySchema, type DownloadQuery, type DownloadLink } from "@site/contracts/download-link";
import type { CountryRule } from "@site/contracts/country-rule";
import type { FastifyRequest } from "fastify";
import type { SiteConfig } from "@site/contracts/site-config";
import type { DataStore } from "../data/data-store.ts";
import { sendProblem } from "../http/problem.ts";

export interface ApiOptions {
  site: SiteConfig;
  data: DataStore;
  pickRule(request: FastifyRequest): CountryRule | "denied";
}

/** Registers the four public endpoints (B039, B051, B057, B123). */
export function registerApi(app: FastifyInstance, { site, data, pickRule }: ApiOptions): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-cache");
  });
  app.get(endpoints.navigations.path, () => data.documents().navigations);
  app.get(endpoints.utilNavigations.path, () => data.documents()["util-navigations"]);
  app.get(endpoints.brandAmbassador.path, () =>
    site.flags.isSupportBrandAmbassador ? data.documents()["brand-ambassador"] : { ambassadors: [] },
  );
  app.get(endpoints.downloadUrl.path, (request, reply) => {
    const query = v.safeParse(downloadQuerySchema, request.query);
    if (!query.success) {
      const [issue] = query.issues;
      return sendProblem(reply, 400, "QUERY_INVALID", `${v.getDotPath(issue) ?? "query"}: ${issue.message}`);
    }
    if (["blocked", "denied"].includes(pickRule(request))) {
      return sendProblem(reply, 403, "COUNTRY_BLOCKED", "The client is not offered in your country.");
    }
    return { links: findDownloadLinks(data.documents()["download-links"], query.output) };
  });
  const known = new Set<string>(Object.values(endpoints).map(({ path }) => path));
  app.all("/api/*", (request, reply) =>
    known.has(request.url.split("?")[0] ?? "")
      ? sendProblem(reply.header("allow", "GET, HEAD"), 405, "METHOD_NOT_ALLOWED", "This address can only be read.")
      : sendProblem(reply, 404, "ENDPOINT_UNKNOWN", "There is no such endpoint."),
  );
}

/** The links of a brand, platform and country; those of every other country when it has none of its own. */
export function findDownloadLinks({ brands }: DownloadLinks, { brandAlias, platform, country }: DownloadQuery): DownloadLink[] {
  const byCountry = Object.hasOwn(brands, brandAlias) ? brands[brandAlias]?.[platform] : undefined;
  return byCountry?.[country] ?? byCountry?.["ZZ"] ?? [];
}
