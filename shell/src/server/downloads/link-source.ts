import type { DownloadLink, DownloadLinks, DownloadQuery } from "@site/contracts/documents/download-link";
import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { createLoadCache } from "../caches/load-cache.ts";
import { findTableLinks } from "./find-table-links.ts";
import { requestLinks } from "./request-links.ts";

export interface LinkSource {
  /** The links of a brand, platform and country. Never rejects: without links of the service it returns those of the operator's table. */
  find(query: DownloadQuery): Promise<DownloadLink[]>;
}

export interface LinkSourceOptions {
  /** The site's own brand: the only one the service is asked for. */
  brandAlias: string;
  /** The address of the service; without one all links come from the table. */
  serviceUrl: string | undefined;
  /** The hosts that links may lead to. A link to another host is left out. */
  linkHosts: readonly string[];
  /** The operator's table in force. */
  table(): DownloadLinks;
  /** Called with each failure of the service. */
  onFailure(problem: string): void;
  /** A monotonic clock in milliseconds, for tests. */
  now?: () => number;
  /** Milliseconds before a request to the service times out, for tests. */
  timeout?: number;
}

/** Milliseconds for which an answer is cached (B126). */
export const linkLifeMs = 5 * 60_000;

/** Milliseconds after a failure before the service is asked again: requests in between do not wait for the service. */
export const failureLifeMs = 10_000;

/** Cached answers: one brand, two platforms and 251 countries make at most 502. */
const maxAnswers = 512;

/** The hosts that links of a site may lead to: the configured ones, or else those of the site's two download addresses. */
export function listLinkHosts({ linkHosts, installerOrigin, mobilePageUrl }: SiteConfig["downloads"]): string[] {
  return linkHosts ?? [installerOrigin, mobilePageUrl].map((url) => new URL(url).host);
}

/** Where download links come from: the service, cached per brand, platform and country (B126), else the operator's table. */
export function createLinkSource({
  brandAlias,
  serviceUrl,
  linkHosts,
  table,
  onFailure,
  now,
  timeout,
}: LinkSourceOptions): LinkSource {
  const toAllowed = (links: readonly DownloadLink[]): DownloadLink[] =>
    links.filter(({ url }) => linkHosts.includes(new URL(url).host));
  const findInTable = (query: DownloadQuery): DownloadLink[] => toAllowed(findTableLinks(table(), query));
  if (serviceUrl === undefined) return { find: async (query) => findInTable(query) };

  /** A cached answer: the links, or undefined when the service failed and no earlier links are cached. */
  type Kept = { links: DownloadLink[] | undefined };
  const answers = createLoadCache<string, Kept, DownloadQuery>({
    max: maxAnswers,
    ttl: linkLifeMs,
    ...(now && { perf: { now }, ttlResolution: 0 }),
    // Concurrent calls share one request.
    async fetchMethod(_key, earlier, { options, context: query }) {
      try {
        const links = await requestLinks(serviceUrl, query, timeout);
        const allowed = toAllowed(links);
        if (allowed.length < links.length)
          onFailure("it names a host that is not one of `downloads.linkHosts` of the site's configuration");
        return { links: allowed };
      } catch (error) {
        onFailure(toProblem(error));
        options.ttl = failureLifeMs;
        return { links: earlier?.links };
      }
    },
  });

  return {
    async find(query) {
      // The service knows this site's brand only; links of another brand can only be in the table.
      const { platform, country } = query;
      const kept =
        query.brandAlias === brandAlias
          ? await answers.fetch(`${brandAlias}|${platform}|${country}`, { context: query })
          : undefined;
      return kept?.links ?? findInTable(query);
    },
  };
}
