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
  /** The island whose HTML has the link, such as `content/home`. */
  island: IslandName;
  /** The address as it is written there. */
  address: string;
  /** The first page with it: `GGPPH /contact/, none`. */
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
  // Many pages share their header: its links are read once.
  const read = new Map<string, readonly string[]>();

  function listAddresses(html: string): readonly string[] {
    const known = read.get(html);
    if (known) return known;
    const listed = [...new Set([...html.matchAll(linkAddress)].map(([, address = ""]) => address))];
    read.set(html, listed);
    return listed;
  }

  return {
    look(pages) {
      for (const { plan, slots } of pages) {
        const { key, context } = plan;
        // The address of an error page is any.
        const page = context.status === 200 ? key.page : "/";
        for (const { island, html, isFallback } of flatten(slots)) {
          if (isFallback) continue;
          for (const address of listAddresses(html)) {
            const name = toKey(island, address);
            if (!found.has(name) && leadsNowhere(address.replaceAll("&amp;", "&"), page))
              found.set(name, { island, address, where: `${site.siteId} ${key.page}, ${key.rule}` });
          }
        }
      }
    },
    list: () => [...found.values()],
  };
}

const toKey = (island: string, address: string): string => `${island} ${address}`;

/** The dead links that another set does not have as well. */
export function withoutKnown(links: readonly DeadLink[], before: readonly DeadLink[]): DeadLink[] {
  const known = new Set(before.map(({ island, address }) => toKey(island, address)));
  return links.filter(({ island, address }) => !known.has(toKey(island, address)));
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
      problem: `${island} links to ${address}, where the site has no page. (${where})`,
    };
  });
}
