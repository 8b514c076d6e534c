import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { NavigationEntry } from "@site/contracts/documents/navigation";
import type { DataStore } from "./data-store.ts";

/** The documents as pages show them, with every address of another site replaced in the menus. Made once for each change. */
export function replaceLinks(store: DataStore, toAddress: (address: string) => string): DataStore {
  let from: DataDocuments | undefined;
  let made: DataDocuments | undefined;
  const toItem = (item: NavigationEntry): NavigationEntry => ({
    ...item,
    path: toAddress(item.path),
    children: item.children.map(toItem),
  });
  return {
    ...store,
    documents() {
      const documents = store.documents();
      if (made && from === documents) return made;
      const { navigations, "util-navigations": utilNavigations } = documents;
      from = documents;
      made = {
        ...documents,
        navigations: { items: navigations.items.map(toItem) },
        "util-navigations": { items: utilNavigations.items.map(toItem) },
      };
      return made;
    },
  };
}
