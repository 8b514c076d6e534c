import type { SetFinding } from "@site/contracts/release-checks/release-check";
import { imageBasePath } from "@site/contracts/islands/image";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import type { Layout } from "@site/contracts/pages/layout";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { indexRoutes, matchIndexed } from "../../layout/index-routes.ts";
import { regionPath } from "../../layout/region-path.ts";
import { type ComposedPage, flatten } from "../composition/fragments/composed-page.ts";
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

/** What the server answers beside pages. Each begins so; the rest is not looked at. */
const serverAddresses = [
  "/-/",
  "/api/",
  "/assets/",
  "/builds/",
  "/download/installer/",
  "/download/qr/",
  "/network/",
  "/.well-known/",
  regionPath,
  imageBasePath,
];

/** A file, such as `/robots.txt`: no page has a dot in its address. */
const fileAddress = /\.[a-z0-9]+$/;

const linkAddress = /<a(?:rea)?\s(?:[^>]*?\s)?href="([^"]*)"/g;

/** Finds the dead links of a site's pages: each once, with its first page. */
export function createDeadLinks(
  site: SiteConfig,
  layout: Pick<Layout, "routes">,
  plans: PlannedPages,
): { look(pages: readonly ComposedPage[]): void; list(): DeadLink[] } {
  const found = new Map<string, DeadLink>();
  const findRoute = indexRoutes(layout.routes);
  const paths = new Set<string>();
  for (let place = 0; place < plans.count; place += 1) paths.add(plans.at(place).key.page);
  // Many pages share their header: its links are read once.
  const read = new Map<string, readonly string[]>();

  function listAddresses(html: string): readonly string[] {
    const known = read.get(html);
    if (known) return known;
    const listed = [...new Set([...html.matchAll(linkAddress)].map(([, address = ""]) => address))];
    read.set(html, listed);
    return listed;
  }

  function isDead(address: string, page: string): boolean {
    const url = toUrl(address.replaceAll("&amp;", "&"), new URL(page, site.url));
    if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(site.url).host) return false;
    const { pathname } = url;
    if (fileAddress.test(pathname) || serverAddresses.some((beginning) => pathname.startsWith(beginning))) return false;
    if (paths.has(pathname)) return false;
    const match = matchIndexed(findRoute, site, pathname);
    return match.kind !== "redirect" || (!paths.has(match.path) && match.path !== pathname);
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
            if (!found.has(name) && isDead(address, page))
              found.set(name, { island, address, where: `${site.siteId} ${key.page}, ${key.rule}` });
          }
        }
      }
    },
    list: () => [...found.values()],
  };
}

function toUrl(address: string, page: URL): URL | undefined {
  return URL.canParse(address, page) ? new URL(address, page) : undefined;
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
