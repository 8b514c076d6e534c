import { LRUCache } from "lru-cache";
import type { DownloadLink, DownloadLinks, DownloadQuery } from "@site/contracts/documents/download-link";
import { toProblem } from "@site/contracts/errors";
import { findTableLinks } from "./find-table-links.ts";
import { requestLinks } from "./request-links.ts";

export interface LinkSource {
  /** The links of a brand, platform and country. Never rejects: what cannot be had is looked up in the operator's table. */
  find(query: DownloadQuery): Promise<DownloadLink[]>;
}

export interface LinkSourceOptions {
  /** The site's own brand: the only one the service is asked for. */
  brandAlias: string;
  /** The address of the service; without one every link is the table's. */
  serviceUrl: string | undefined;
  /** The operator's table in force. */
  table(): DownloadLinks;
  /** Told of each time the service failed. */
  onFailure(problem: string): void;
  /** Milliseconds since anything, for tests. */
  now?: () => number;
  /** Milliseconds the service has for an answer, for tests. */
  timeout?: number;
}

/** Milliseconds an answer is good for (B126). */
export const linkLife = 5 * 60_000;

/** Milliseconds after a failure before the service is asked again: whoever comes meanwhile does not wait for it. */
export const failureLife = 10_000;

/** One brand, two platforms, 251 countries: nobody can ask for more. */
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

  /** What is kept for a while: the links, or that there are none to be had now. */
  type Kept = { links: DownloadLink[] | undefined };
  const answers = new LRUCache<string, Kept, DownloadQuery>({
    max: maxAnswers,
    ttl: linkLife,
    ...(now && { perf: { now }, ttlResolution: 0 }),
    // Those who ask while an answer is on its way get the same one.
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
      // The service knows this site's brand; of any other only the table could know.
      const { platform, country } = query;
      const kept =
        query.brandAlias === brandAlias
          ? await answers.fetch(`${brandAlias}|${platform}|${country}`, { context: query })
          : undefined;
      return kept?.links ?? findTableLinks(table(), query);
    },
  };
}
