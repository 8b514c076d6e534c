import type { FindRoute } from "../../layout/index-routes.ts";
import type { Layout } from "@site/contracts/pages/layout";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { IslandName } from "@site/contracts/names/island-name";
import type { PagePolicies } from "./content-security-policy.ts";
import type { EncodedBody } from "./encoded-page.ts";
import type { FragmentRef } from "./fragment-ref.ts";
import type { PageUse } from "./page-id.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** A page as it is answered: its document, and the same page as data. A record without functions, which can be kept elsewhere. */
export interface LivePage extends PageUse {
  /** 16 hexadecimal digits of a hash of all that the page is made of: pages with equal ids are equal byte for byte. */
  pageId: string;
  status: number;
  document: EncodedBody;
  payload: EncodedBody;
  /** The headers that say what the page may load and run. */
  policies: PagePolicies;
  hasFallback: boolean;
  /** What its link preview is titled; null for a page that is nobody's to share. */
  cardTitle: string | null;
  /** The keys of its slots (B193). */
  slots: readonly string[];
  /** The addresses of the pictures it shows, without the part they have in common. */
  pictures: readonly string[];
  /** Whether every slot shows what its release renders: no stand-in, and no last good fragment of an earlier one. */
  isWhole: boolean;
  /** Where the good fragments of its slots are found, in {@link SiteState.fragments}. */
  fragments: readonly FragmentRef[];
}

/** Finds parts of what is live in a time that does not depend on how many pages there are. */
export interface SiteIndex {
  findRoute: FindRoute;
  /** The first page that shows a slot, by the slot's key (B193). */
  pagesBySlot: ReadonlyMap<string, LivePage>;
}

/** What is live: one release set and every page made of it. It is replaced as a whole, never changed. */
export interface SiteState {
  set: ReleaseSet;
  /** The name of what was composed: the set, and the format in which this server writes it. */
  build: string;
  /** The format in which its pages are written. */
  format: number;
  /** Which pages there are: that of the set's shell. */
  layout: Layout;
  packages: LoadedPackages;
  /** The head fragments there are. */
  heads: readonly IslandName[];
  /** Pages by the string of their key. */
  pages: ReadonlyMap<string, LivePage>;
  /** The good fragments of the pages by their digests, packed: for the day a remote fails, and so that a page that changes needs only its changed slots rendered. */
  fragments: ReadonlyMap<string, Buffer>;
  /** The addresses of the pages, each once, sorted. */
  paths: readonly string[];
  index: SiteIndex;
}
