import type { NavigationItem } from "@site/contracts/documents/navigation";
import { isPageOf, listShown, listWithDescendants } from "./menu-items.ts";

/**
 * The top-level item of the section of the page at `path`: an item that links to the page itself, else one with the page among its descendants, else
 * one whose path is a prefix of the page's (`/ggteam/` for `/ggteam/ace-marlowe/`). Home is in no section.
 */
export function pickSection(items: readonly NavigationItem[], path: string): NavigationItem | undefined {
  if (path === "/") return undefined;
  const roots = listShown(items);
  return (
    roots.find((root) => isPageOf(root, path)) ??
    roots.find((root) => listWithDescendants(root).some((item) => isPageOf(item, path))) ??
    roots.find(
      (root) => root.path.startsWith("/") && root.path.endsWith("/") && root.path !== "/" && path.startsWith(root.path),
    )
  );
}

/** The items of a section in the second bar (B052): all descendants of its top item, flat. Items with the same label and address are listed once. */
export function listSubNavigation(section: NavigationItem): NavigationItem[] {
  const seen = new Set<string>();
  return listWithDescendants(section)
    .slice(1)
    .filter(({ label, path }) => {
      const key = `${label} ${path}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}
