import type { SetFinding } from "@site/contracts/release-checks/release-check";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import type { Layout } from "@site/contracts/pages/layout";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type ComposedPage, flatten } from "../composition/fragments/composed-page.ts";
import { openAddresses } from "../pages/known-addresses.ts";
import type { PlannedPages } from "../pages/page-plan.ts";
import type { LoadedPackages, LoadedRelease } from "../releases/loaded-release.ts";

/** A link of an island to an address at which the site has no page. */
export interface DeadLink {
  siteId: string;
  /** The island whose HTML has the link, such as `content/home`. */
  island: IslandName;
  /** The address as it is written there. */
  address: string;
  /** The first page with it: `GGPPH /contact/ with country rule none`. */
  where: string;
}

const linkAddress = /<a(?:rea)?\s(?:[^>]*?\s)?href="([^"]*)"/g;

/** Finds the dead links of a site's pages: each once, with its first page. */
export function createDeadLinks(
  site: SiteConfig,
  layout: Pick<Layout, "routes">,
  plans: PlannedPages,
): { look(pages: readonly ComposedPage[]): void; list(): DeadLink[] } {
  const found = new Map<string, DeadLink>();
  const leadsNowhere = openAddresses(site, layout, plans);
  return {
    look(pages) {
      // Many pages share their header: its links are read once. Not for the next pages, so that no more HTML is held than theirs.
      const read = new Map<string, readonly string[]>();
      for (const { plan, slots } of pages) {
        const { key, context } = plan;
        // An error page is shown at any address, so its relative links are resolved from the root.
        const page = context.status === 200 ? key.page : "/";
        for (const { island, html, isFallback } of flatten(slots)) {
          if (isFallback) continue;
          const addresses = read.get(html) ?? listAddresses(html);
          read.set(html, addresses);
          for (const address of addresses) {
            const name = toKey(island, address);
            if (!found.has(name) && leadsNowhere(address.replaceAll("&amp;", "&"), page))
              found.set(name, {
                siteId: site.siteId,
                island,
                address,
                where: `${site.siteId} ${key.page} with country rule ${key.rule}`,
              });
          }
        }
      }
    },
    list: () => [...found.values()],
  };
}

function listAddresses(html: string): string[] {
  return [...new Set([...html.matchAll(linkAddress)].map(([, address = ""]) => address))];
}

const toKey = (island: string, address: string): string => `${island} ${address}`;

/** The dead links that another set does not have as well. */
export function withoutKnown(links: readonly DeadLink[], before: readonly DeadLink[]): DeadLink[] {
  const toSiteKey = ({ siteId, island, address }: DeadLink): string => `${siteId} ${toKey(island, address)}`;
  const known = new Set(before.map(toSiteKey));
  return links.filter((link) => !known.has(toSiteKey(link)));
}

/**
 * Assigns each dead link to the candidate whose island has it. A link of another release that was good before is the fault of the shell, whose layout lost the page.
 * @param culprit the release that answers for what other releases' islands show
 */
export function toLinkFindings(
  links: readonly DeadLink[],
  candidates: LoadedPackages,
  culprit: LoadedRelease,
): SetFinding[] {
  const first = new Map<string, DeadLink>();
  for (const link of links) {
    const key = toKey(link.island, link.address);
    if (!first.has(key)) first.set(key, link);
  }
  return [...first.values()].map(({ island, address, where }) => {
    const { owner, expose } = toIslandParts(island);
    const own = candidates.get(owner);
    return {
      release: (own ?? culprit).label,
      ...(own && { file: `src/exposes/${expose}.tsx` }),
      problem: `${island} links to ${address}, where the site has no page. (on ${where})`,
    };
  });
}
