import { LRUCache } from "lru-cache";
import type { DownloadLink, DownloadLinks, DownloadQuery } from "@site/contracts/documents/download-link";
import { toProblem } from "@site/contracts/errors";
import { findTableLinks } from "./find-table-links.ts";
import { requestLinks } from "./request-links.ts";

export interface LinkSource {
  /** The links of a brand, platform and country. Never rejects: links that the service does not give come from the operator's table. */
  find(query: DownloadQuery): Promise<DownloadLink[]>;
}

export interface LinkSourceOptions {
  /** The site's own brand: the only one the service is asked for. */
  brandAlias: string;
  /** The address of the service; without one every link is the table's. */
  serviceUrl: string | undefined;
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
export const linkLife = 5 * 60_000;

/** Milliseconds after a failure before the service is asked again: requests in between do not wait for it. */
export const failureLife = 10_000;

/** Cached answers: one brand, two platforms and 251 countries make at most 502. */
const maxAnswers = 512;

/** Where download links come from: the service, cached per brand, platform and country (B126), else the operator's table. */
export function createLinkSource({
  brandAlias,
  serviceUrl,
  table,
  onFailure,
  now,
  timeout,
}: LinkSourceOptions): LinkSource {
  if (serviceUrl === undefined) return { find: async (query) => findTableLinks(table(), query) };

  /** A cached answer: the links, or undefined when the service failed and gave none before. */
  type Kept = { links: DownloadLink[] | undefined };
  const answers = new LRUCache<string, Kept, DownloadQuery>({
    max: maxAnswers,
    ttl: linkLife,
    ...(now && { perf: { now }, ttlResolution: 0 }),
    // Concurrent calls share one request.
    async fetchMethod(_key, earlier, { options, context: query }) {
      try {
        return { links: await requestLinks(serviceUrl, query, timeout) };
      } catch (error) {
        onFailure(toProblem(error));
        options.ttl = failureLife;
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
      return kept?.links ?? findTableLinks(table(), query);
    },
  };
}
