import { join } from "node:path";
import type { SiteError } from "@site/contracts/errors";
import { parseSiteConfig, type SiteConfig } from "@site/contracts/site/site-config";
import { siteConfigs } from "../../../sites/sites.ts";
import { listMenuHosts } from "./find-foreign-link.ts";
import { openDataStore } from "./data-store.ts";
import type { DataDocuments } from "@site/contracts/documents/data-documents";

/** A site with the documents that are in force there. */
export interface SiteWithData {
  site: SiteConfig;
  data: DataDocuments;
}

/**
 * Every site with the data documents that are in force there: its operator's, and for the rest those that came with the shell.
 * @param onRefused is told of each document that is invalid, and of which site it is
 */
export async function openSites(
  storeDir: string,
  onRefused: (error: SiteError, siteId: string) => void,
): Promise<SiteWithData[]> {
  return Promise.all(
    Object.values(siteConfigs).map(async (config) => {
      const site = parseSiteConfig(config);
      const data = await openDataStore({
        folder: join(storeDir, "data", site.siteId),
        defaults: join(import.meta.dirname, "../../../data"),
        menuHosts: listMenuHosts(site),
        onRefused: (error) => onRefused(error, site.siteId),
      });
      return { site, data: data.documents() };
    }),
  );
}
