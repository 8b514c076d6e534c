import type { HeadFragment } from "../src/islands/head-fragment.ts";
import type { IslandContext } from "../src/islands/island.ts";
import type { Vendor } from "../src/site/vendor.ts";

/** The definition of a remote's head fragment, in `src/exposes/head.ts`. Its plain script is `src/head.browser.ts`. */
export interface HeadDefinition {
  /** Third parties the script may load. Pages with the fragment allow those that `render` names. */
  vendors?: readonly Vendor[];
  /** The fragment of a page; undefined where the page needs no script of this remote. */
  render(context: IslandContext): HeadFragment | undefined;
}

/** Defines a remote's head fragment: a plain script, with neither React nor federation, that listens to the site's events. */
export function defineHead(definition: HeadDefinition): HeadDefinition {
  return definition;
}
