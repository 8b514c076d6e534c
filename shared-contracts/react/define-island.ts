import type { ComponentType } from "react";
import type { HydrateMode } from "../src/names/island-name.ts";
import type { IslandDataName } from "../src/documents/data-documents.ts";
import type { IslandContext, PageHead } from "../src/islands/island.ts";
import type { Vendor } from "../src/site/vendor.ts";

/** Formats a message of the remote in the page's language. */
export type FormatText = (id: string, values?: Record<string, string | number>) => string;

/** The definition of one island, in `src/exposes/<key>.tsx`. */
export interface IslandDefinition {
  /** The island itself, without props: it uses the hooks of `@site/contracts/react/site-context`. */
  component: ComponentType;
  /** When its code is loaded; `never` ships no JavaScript at all. */
  hydrate: HydrateMode;
  /** `name=value` of a query parameter that makes an `interaction` island hydrate when the page has loaded, without a touch. */
  hydrateOnQuery?: string;
  /** The data documents it shows. A change of one renders the island again. */
  data?: readonly IslandDataName[];
  /**
   * Vendors whose code it loads. Pages it stands on allow their hosts and enforce neither Trusted Types nor integrity for
   * them; entering such a page is a document load. Name none that the island can do without.
   */
  vendors?: readonly Vendor[];
  /**
   * The variants that a slot may ask for: small letters, digits and hyphens. Without a list the only variant is `""`; with one,
   * a slot that asks for any other is refused.
   */
  variants?: readonly string[];
  /** Wraps the island in react-router, for `<Link>`, `<NavLink>` and search parameters. */
  router?: boolean;
  /** Title, description and heading: for an island that is a page. */
  head?: (context: IslandContext, text: FormatText) => PageHead;
}

/** Defines one island. The build turns it into lifecycles for the browser and `render` for the server. */
export function defineIsland(definition: IslandDefinition): IslandDefinition {
  return definition;
}
