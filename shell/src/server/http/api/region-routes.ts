import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RegionId, regionIds } from "@site/contracts/site/region";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { canadianSite, regionPath } from "../../../layout/region-path.ts";
import type { PageAnswers } from "../pages/page-routes.ts";

/** Where visitors from Ontario are sent when the configuration names no Canadian site (B148). */
const defaultCanadianUrl = "https://ca.ggp.example/";

/** Characters of a query that are added to the redirect (B149), in the encoding of the address. */
const maxQueryLength = 2048;

/**
 * Redirects to another region's site at the configured address, with the visitor's query (B147, B149). The host comes from the configuration alone,
 * never from the request.
 */
export function registerRegions(app: FastifyInstance, { site, pages }: { site: SiteConfig; pages: PageAnswers }): void {
  app.get<{ Params: { id: string } }>(`${regionPath}:id`, (request, reply) => {
    const id = regionIds.find((one) => one === request.params.id);
    const url = id && findRegionUrl(site, id);
    if (!url) return pages.answerError(request, reply, 404);
    return reply
      .code(302)
      .header("cache-control", "no-store")
      .header("location", withQuery(url, findQuery(request)))
      .send();
  });
}

function findRegionUrl(site: SiteConfig, id: RegionId): string | undefined {
  return site.regions.find((region) => region.id === id)?.url ?? (id === canadianSite ? defaultCanadianUrl : undefined);
}

/** The link's own query; without one, as when no script added it, the query of the referring page. */
function findQuery({ url, headers }: FastifyRequest): string {
  const own = url.split("?").slice(1).join("?");
  if (own !== "") return own;
  const { referer, host } = headers;
  if (referer === undefined || !URL.canParse(referer)) return "";
  const page = new URL(referer);
  return page.host === host ? page.search.slice(1) : "";
}

/**
 * Adds a query to an address; parameters that the address already has stay unchanged. Parameters are added whole and in their order, up to the limit:
 * a parameter that exceeds it is left out, and a shorter one after it may still fit (B149).
 */
function withQuery(address: string, query: string): string {
  const target = new URL(address);
  const own = new Set(target.searchParams.keys());
  const carried = new URLSearchParams();
  let length = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    // Encoding never makes a parameter shorter. One that is too long already is not encoded: thousands of parameters would cost as much as ten pages.
    if (own.has(name) || length + name.length + value.length > maxQueryLength) continue;
    const parameter = new URLSearchParams({ [name]: value }).toString();
    const longer = length + (length > 0 ? 1 : 0) + parameter.length;
    if (longer > maxQueryLength) continue;
    length = longer;
    carried.append(name, value);
  }
  if (length > 0) target.search = [target.search.slice(1), carried.toString()].filter(Boolean).join("&");
  return target.href;
}
