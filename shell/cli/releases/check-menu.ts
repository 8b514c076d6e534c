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

/**
 * Checks the links of a menu: to hosts that the site's configuration allows, and to pages of the live site. Without a live set only the hosts are
 * checked.
 * @throws SiteError `DATA_DOCUMENT_INVALID` with the item
 */
export async function checkMenu<N extends DataDocumentName>(
  name: N,
  document: DataDocuments[N],
  { environment, openStore, say }: CommandContext,
): Promise<void> {
  if (!("items" in document)) return;
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
    const leadsNowhere = openAddresses(own.site, layout, openPlans(own.site, own.data, layout));
    assertLeads(name, document.items, "items", leadsNowhere);
  } catch (error) {
    if (!isSiteError(error) || error.code === "DATA_DOCUMENT_INVALID") throw error;
    say(`Whether the menu's pages are there was not looked at: ${error.message}`);
  }
}

function assertLeads(
  name: DataDocumentName,
  items: readonly NavigationEntry[],
  place: string,
  leadsNowhere: (address: string) => boolean,
): void {
  for (const [index, { path, siteType, children }] of items.entries()) {
    const at = `${place}.${index}`;
    const isOwn = siteType === "contents" || siteType === "compliance";
    if (isOwn && leadsNowhere(path))
      throw new SiteError("DATA_DOCUMENT_INVALID", {
        document: name,
        path: `${at}.path`,
        problem: `the live site has no page at ${path}; promote the page before the menu that leads to it`,
      });
    assertLeads(name, children, `${at}.children`, leadsNowhere);
  }
}
