import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { endpoints } from "@site/contracts/api/endpoints";
import { type DownloadLink, downloadQuerySchema, pickDownloadLink } from "@site/contracts/documents/download-link";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import type { DataStore } from "../../data/data-store.ts";
import type { LinkSource } from "../../downloads/link-source.ts";
import { sendProblem } from "../answers/problem.ts";
import { refuseMethod } from "../answers/refuse-method.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";

export interface ApiOptions {
  site: SiteConfig;
  data: DataStore;
  links: LinkSource;
  visitors: VisitorReader;
}

/** Registers the four public endpoints (B039, B051, B057, B123). */
export function registerApi(app: FastifyInstance, { site, data, links, visitors }: ApiOptions): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-cache");
  });
  app.get(endpoints.navigations.path, () => data.documents().navigations);
  app.get(endpoints.utilNavigations.path, () => data.documents()["util-navigations"]);
  app.get(endpoints.brandAmbassador.path, () =>
    site.flags.isSupportBrandAmbassador ? data.documents()["brand-ambassador"] : { ambassadors: [] },
  );
  app.get(endpoints.downloadUrl.path, async (request, reply) => {
    const query = v.safeParse(downloadQuerySchema, request.query);
    if (!query.success) {
      const [issue] = query.issues;
      return sendProblem(reply, 400, "QUERY_INVALID", `${v.getDotPath(issue) ?? "query"}: ${issue.message}`);
    }
    if (["blocked", "denied"].includes(visitors.pickRule(request))) {
      return sendProblem(reply, 403, "COUNTRY_BLOCKED", "The client is not offered in your country.");
    }
    return { links: toPreferred(await links.find(query.output)) };
  });
  const known = new Set<string>([...Object.values(endpoints).map(({ path }) => path), visitorPath]);
  app.all("/api/*", (request, reply) =>
    known.has(request.url.split("?")[0] ?? "")
      ? refuseMethod(reply)
      : sendProblem(reply, 404, "ENDPOINT_UNKNOWN", "There is no such endpoint."),
  );
}

/** The links with the preferred one first (B125), the others in their order. */
function toPreferred(links: readonly DownloadLink[]): DownloadLink[] {
  const preferred = pickDownloadLink(links);
  return preferred ? [preferred, ...links.filter((link) => link !== preferred)] : [...links];
}
