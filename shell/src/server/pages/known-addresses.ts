import type { Layout } from "@site/contracts/pages/layout";
import { fileAddresses } from "@site/contracts/release-checks/file-addresses";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type FindRoute, indexRoutes, matchIndexed } from "../../layout/index-routes.ts";
import { regionPath } from "../../layout/region-path.ts";
import type { PlannedPages } from "./page-plan.ts";

/** The beginnings of the addresses that the server answers beside pages. The rest of such an address is not checked. */
const serverAddresses = [...fileAddresses, "/download/installer/", "/network/", "/.well-known/", regionPath];

/** A file, such as `/robots.txt`: no page has a dot in its address. */
const fileAddress = /\.[a-z0-9]+$/;

/**
 * Prepares the search for dead links of a site. Addresses of other sites, of files, and of what the server answers beside pages count as good.
 * @returns whether an address leads to no page of the site, for an address as a link has it, and the path of the page with the link
 */
export function openAddresses(
  site: SiteConfig,
  layout: Pick<Layout, "routes">,
  plans: PlannedPages,
): (address: string, page?: string) => boolean {
  let findRoute: FindRoute | undefined;
  const { host } = new URL(site.url);
  return (address, page = "/") => {
    const from = new URL(page, site.url);
    const url = URL.canParse(address, from) ? new URL(address, from) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.host !== host) return false;
    const { pathname } = url;
    if (fileAddress.test(pathname) || serverAddresses.some((beginning) => pathname.startsWith(beginning))) return false;
    if (plans.has(pathname)) return false;
    findRoute ??= indexRoutes(layout.routes);
    const match = matchIndexed(findRoute, site, pathname);
    return match.kind !== "redirect" || !plans.has(match.path);
  };
}
