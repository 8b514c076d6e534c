import { LRUCache } from "lru-cache";
import type { DownloadLink, DownloadLinks, DownloadQuery } from "@site/contracts/download-link";
import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site-config";
import { findTableLinks } from "./find-table-links.ts";
import { requestLinks } from "./request-links.ts";

export interface LinkSource {
  /** The links of a brand, platform and country. Never rejects: what cannot be had is looked up in the operator's table. */
  find(query: DownloadQuery): Promise<DownloadLink[]>;
}

export interface LinkSourceOptions {
  site: Pick<SiteConfig, "brandAlias" | "downloads">;
  /** The operator's table in force. */
  table(): DownloadLinks;
  /** Told of each time the service failed. */
  onFailure(problem: string): void;
  /** Milliseconds since anything, for tests. */
  now?: () => number;
}

/** Milliseconds an answer is good for (B126). */
export const linkLife = 5 * 60_000;

/** Milliseconds after a failure before the service is asked again: whoever comes meanwhile does not wait for it. */
export const failureLife = 10_000;

/** One brand, two platforms, 251 countries: nobody can ask for more. */
const maxAnswers = 512;

/**
 * Where download links come from: the service of the site's configuration, cached per brand, platform and country (B126),
 * else the operator's table.
 */
export function createLinkSource({ site, table, onFailure, now }: LinkSourceOptions): LinkSource {
  const { linkServiceUrl } = site.downloads;
  if (linkServiceUrl === undefined) return { find: async (query) => findTableLinks(table(), query) };

  const answers = new LRUCache<string, DownloadLink[], DownloadQuery>({
    max: maxAnswers,
    ttl: linkLife,
    ...(now && { perf: { now }, ttlResolution: 0 }),
    // Those who ask while an answer is on its way get the same one.
    async fetchMethod(_key, earlier, { options, context: query }) {
      try {
        return await requestLinks(linkServiceUrl, query);
      } catch (error) {
        onFailure(toProblem(error));
        options.ttl = failureLife;
        return earlier ?? findTableLinks(table(), query);
      }
    },
  });

  return {
    async find(query) {
      // The service knows this site's brand; of any other only the table could know.
      if (query.brandAlias !== site.brandAlias) return findTableLinks(table(), query);
      const { brandAlias, platform, country } = query;
      return (await answers.fetch(`${brandAlias}|${platform}|${country}`, { context: query })) ?? [];
    },
  };
}
