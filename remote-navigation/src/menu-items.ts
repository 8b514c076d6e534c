import type { NavigationItem } from "@site/contracts/documents/navigation";

/** The items a visitor may see (B048). */
export function listShown(items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter((item) => item.isShow);
}

/** The items that lead to something other than a download. */
export function listWithoutDownload(items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter((item) => item.routerName !== "download");
}

/** An item and everything shown below it, in reading order. */
export function listWithDescendants(item: NavigationItem): NavigationItem[] {
  return [item, ...listShown(item.children).flatMap(listWithDescendants)];
}

/** Whether an item links to the page at `path` itself. An item that links to a part of a page does not count. */
export function isPageOf(item: NavigationItem, path: string): boolean {
  return item.path === path;
}

/** The item that lists the team: its panel shows the ambassadors (B049). */
export function isTeamItem(item: NavigationItem): boolean {
  return item.routerName === "ggteam";
}
