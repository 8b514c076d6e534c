import type { DataDocumentName, DataDocuments } from "@site/contracts/documents/data-documents";
import type { NavigationEntry } from "@site/contracts/documents/navigation";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { shellName } from "@site/contracts/names/package-name";
import { listMenuHosts, refuseForeign } from "../../src/server/data/find-foreign-link.ts";
import { openSites } from "../../src/server/data/open-sites.ts";
import { openAddresses } from "../../src/server/pages/known-addresses.ts";
import { openPlans } from "../../src/server/pages/page-plan.ts";
import { readLayout } from "../../src/server/releases/read-layout.ts";
import type { CommandContext } from "../command-line/command-context.ts";

/** The documents that are menus. */
const menus = ["navigations", "util-navigations"] as const;

/**
 * Checks the links of a menu: to hosts that the site's configuration allows, and to pages of the live site. Without a live set only the hosts are
 * checked. A list of ambassadors is checked for the pages that the menus in force lead to: each is gone with its ambassador.
 * @throws SiteError `DATA_DOCUMENT_INVALID` with the item
 */
export async function checkLinks<N extends DataDocumentName>(
  name: N,
  document: DataDocuments[N],
  { environment, openStore, say }: CommandContext,
): Promise<void> {
  if (!("items" in document) && !("ambassadors" in document)) return;
  const { places, siteId } = environment();
  const sites = await openSites(places.storeDir, () => undefined);
  const own = sites.find(({ site }) => site.siteId === siteId);
  if (!own) return;
  refuseForeign(name, document, listMenuHosts(own.site));
  try {
    const { store } = await openStore();
    const version = (await store.current())?.set.versions[shellName];
    if (version === undefined) return say("Nothing is live yet: whether the menu's pages are there was not looked at.");
    const layout = readLayout(new Map([[shellName, await store.load(shellName, version)]]));
    const leadsNowhere = openAddresses(
      own.site,
      layout,
      openPlans(own.site, { ...own.data, [name]: document }, layout),
    );
    if ("items" in document) {
      const found = findDeadLink(document.items, "items", leadsNowhere);
      if (found)
        throw refuse(
          name,
          found.at,
          `the live site has no page at ${found.path}; promote the page before the menu that leads to it`,
        );
      return;
    }
    const before = openAddresses(own.site, layout, openPlans(own.site, own.data, layout));
    for (const menu of menus) {
      const found = findDeadLink(own.data[menu].items, "items", (address) => leadsNowhere(address) && !before(address));
      if (found)
        throw refuse(
          name,
          "ambassadors",
          `${found.at} of ${menu} leads to ${found.path}, which would be gone; put a menu without it first`,
        );
    }
  } catch (error) {
    if (!isSiteError(error) || error.code === "DATA_DOCUMENT_INVALID") throw error;
    say(`Whether the menu's pages are there was not looked at: ${error.message}`);
  }
}

function refuse(document: DataDocumentName, path: string, problem: string): SiteError {
  return new SiteError("DATA_DOCUMENT_INVALID", { document, path, problem });
}

/** The first item that leads to no page of the site, with its place in the document. */
function findDeadLink(
  items: readonly NavigationEntry[],
  place: string,
  leadsNowhere: (address: string) => boolean,
): { at: string; path: string } | undefined {
  for (const [index, { path, siteType, children }] of items.entries()) {
    const at = `${place}.${index}`;
    const isOwn = siteType === "contents" || siteType === "compliance";
    if (isOwn && leadsNowhere(path)) return { at: `${at}.path`, path };
    const inside = findDeadLink(children, `${at}.children`, leadsNowhere);
    if (inside) return inside;
  }
  return undefined;
}
