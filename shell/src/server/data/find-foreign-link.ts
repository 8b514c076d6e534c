import { SiteError } from "@site/contracts/errors";
import type { DataDocumentName, DataDocuments } from "@site/contracts/documents/data-documents";
import type { NavigationEntry } from "@site/contracts/documents/navigation";
import { isSitePath } from "@site/contracts/site/safe-url";
import type { SiteConfig } from "@site/contracts/site/site-config";

/** The hosts that menus of a site may lead to: those it names, or else those of the addresses in its configuration. */
export function listMenuHosts(site: SiteConfig): string[] {
  if (site.menuHosts) return site.menuHosts;
  const texts = JSON.stringify(site).matchAll(/"(https:\/\/[^"\\]+)"/g);
  return [...new Set([...texts].flatMap(([, text = ""]) => URL.parse(text)?.host ?? []))];
}

/**
 * The first link of a menu that leads to a host which is not allowed, by its path in the document. Links to clients are not
 * looked for: each is compared with the hosts of downloads when it is used.
 */
export function findForeignLink<N extends DataDocumentName>(
  name: N,
  document: DataDocuments[N],
  hosts: readonly string[],
): { path: string; host: string } | undefined {
  if (name !== "navigations" && name !== "util-navigations") return undefined;
  return "items" in document ? findAmong(document.items, "items", hosts) : undefined;
}

function findAmong(
  items: readonly NavigationEntry[],
  path: string,
  hosts: readonly string[],
): { path: string; host: string } | undefined {
  for (const [index, item] of items.entries()) {
    const at = `${path}.${index}`;
    const host = isSitePath(item.path) ? undefined : new URL(item.path).host;
    if (host !== undefined && !hosts.includes(host)) return { path: `${at}.path`, host };
    const inside = findAmong(item.children, `${at}.children`, hosts);
    if (inside) return inside;
  }
  return undefined;
}

/** @throws SiteError `DATA_DOCUMENT_INVALID` when a menu leads to a host that is not allowed */
export function refuseForeign<N extends DataDocumentName>(
  name: N,
  document: DataDocuments[N],
  hosts: readonly string[] | undefined,
): DataDocuments[N] {
  const found = hosts && findForeignLink(name, document, hosts);
  if (!found) return document;
  const problem = `${found.host} is not one of menuHosts of the site's configuration`;
  throw new SiteError("DATA_DOCUMENT_INVALID", { document: name, path: found.path, problem });
}
