import type { NavigationItem } from "@site/contracts/documents/navigation";
import { isPageOf, listShown, listWithDescendants } from "./menu-items.ts";

/**
 * The top-level item whose section the page at `path` is in: one that leads there itself, else one with the page among
 * its descendants, else one the page lies below (`/ggteam/` for `/ggteam/ace-marlowe/`). Home is in no section.
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

/**
 * What the second bar lists for a section (B052): everything below its top item, flat. Two items that share label and
 * address are one.
 */
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
