import type { CountryRule } from "@site/contracts/visitor/country-rule";
import type { FindRoute } from "../../layout/index-routes.ts";
import type { Layout } from "@site/contracts/pages/layout";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { IslandName } from "@site/contracts/names/island-name";
import type { PagePolicies } from "../policies/page-policy.ts";
import type { EncodedBody } from "./encoded-page.ts";
import type { FragmentRef } from "./fragment-ref.ts";
import type { PageUse } from "./page-id.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** A composed page: its document and its payload. Plain data without functions, so it can be sent to another process or written to disk. */
export interface LivePage extends PageUse {
  /** 16 hexadecimal digits of a hash of all that the page is made of: pages with equal ids are equal byte for byte. */
  pageId: string;
  status: number;
  document: EncodedBody;
  payload: EncodedBody;
  /** The headers that limit what the page may load and run. */
  policies: PagePolicies;
  hasFallback: boolean;
  /** The title of its link preview; null for a page without one, such as an error page. */
  cardTitle: string | null;
  /** The keys of its slots (B193). */
  slots: readonly string[];
  /** The addresses of the pictures it shows, without the prefix `/_image/`. */
  pictures: readonly string[];
  /** Whether every slot shows its release's fragment: no fallback, and no last good fragment of an earlier release. */
  isWhole: boolean;
  /** The good fragments of its slots, by their names in {@link SiteState.fragments}. */
  fragments: readonly FragmentRef[];
}

/** Look-ups in the live set whose time does not grow with the number of pages, but for the first of a slot. */
export interface SiteIndex {
  findRoute: FindRoute;
  /** The first page that shows a slot to visitors under a rule, by the slot's key (B193). */
  findSlotPage(key: string, rule: CountryRule): Promise<LivePage | undefined>;
}

/** One release set and every page made of it. A flip replaces it as a whole; it is never changed. */
export interface SiteState {
  set: ReleaseSet;
  /** The build id: a hash of the set and the format in which this server writes it. */
  build: string;
  /** The format in which its pages are written. */
  format: number;
  /** Routes and frames, from the set's shell. */
  layout: Layout;
  packages: LoadedPackages;
  /** The names of the head fragments. */
  heads: readonly IslandName[];
  /** Pages by the string of their key. */
  pages: ReadonlyMap<string, LivePage>;
  /** The good fragments of the pages by their digests, packed. Used when a remote fails, and for the unchanged slots of a page that changes. */
  fragments: ReadonlyMap<string, Buffer>;
  /** The paths of the pages, each once, sorted. */
  paths: readonly string[];
  index: SiteIndex;
}
