import { slotPlace } from "@site/contracts/answers/allowed-html";
import type { IslandDataName } from "@site/contracts/documents/data-documents";
import type { HeadFragment } from "@site/contracts/islands/head-fragment";
import type { PageHead } from "@site/contracts/islands/island";
import type { ReleaseExpose } from "@site/contracts/releases/release";
import type { IslandName } from "@site/contracts/names/island-name";
import type { Vendor } from "@site/contracts/site/vendor";

/** A style sheet of an island: its address in the set, its hash and its text. */
export interface FragmentStyle {
  url: string;
  integrity: string;
  text: string;
}

/** The server HTML of one slot, and where it came from. */
export interface Fragment {
  island: IslandName;
  /** The slot's id in the page: the island's name, with a number from the second of the same on. */
  id: string;
  variant: string;
  version: string;
  /** How it comes alive; undefined when it does not, as a stand-in or as an earlier version's last good HTML. */
  live: Pick<ReleaseExpose, "hydrate" | "hydrateOnQuery" | "data" | "vendors"> | undefined;
  /** Vendors whose code it may load. */
  vendors: readonly Vendor[];
  styles: readonly FragmentStyle[];
  html: string;
  head: PageHead | undefined;
  /** Of a head fragment: the address of its script, and what the script is told. */
  plain?: { script: string; settings: HeadFragment["settings"] } | undefined;
  /** What it was told beside the site and the page. */
  reads: readonly IslandDataName[];
  /** Whether it differs with the country rule. */
  readsVisitor: boolean;
  /** The language of the site in which its remote has no words (B184). */
  lacksLocale?: string | undefined;
  /** True when the remote failed and the shell stands in. */
  isFallback: boolean;
}

/** A place in a fragment's HTML that another island fills. */
const slotPattern = new RegExp(slotPlace, "g");

/** The islands a fragment has places for, in order. */
export function findSlots(html: string): { island: IslandName; variant: string }[] {
  return [...html.matchAll(slotPattern)].map(([, owner = "", expose = "", variant = ""]) => ({
    island: `${owner}/${expose}`,
    variant,
  }));
}

/** Puts HTML into a fragment's places, in order. */
export function fillSlots(html: string, fillings: readonly string[]): string {
  let index = 0;
  return html.replaceAll(slotPattern, () => fillings[index++] ?? "");
}
