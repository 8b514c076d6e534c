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

/** The inputs of page and visitor that a fragment was rendered from: it is equal in all slots with equal inputs. */
export interface MadeFrom {
  page: boolean;
  visitor: "nothing" | "whether-blocked" | "rule";
}

/** The server HTML of one slot, and its origin. */
export interface Fragment {
  island: IslandName;
  /** The slot's id in the page: the island's name, with a number from the second of the same on. */
  id: string;
  variant: string;
  version: string;
  /** How it hydrates; undefined when it does not, as for a fallback or last good HTML. */
  live: Pick<ReleaseExpose, "hydrate" | "hydrateOnQuery" | "data" | "vendors"> | undefined;
  /** Vendors whose code it may load. */
  vendors: readonly Vendor[];
  styles: readonly FragmentStyle[];
  html: string;
  head: PageHead | undefined;
  /** Of a head fragment: the address and the settings of its script. */
  plain?: { script: string; settings: HeadFragment["settings"] } | undefined;
  /** The data documents that it was rendered with. */
  reads: readonly IslandDataName[];
  /** The inputs of page and visitor that it was rendered from. */
  madeFrom: MadeFrom;
  /** The page's language, when its remote has no messages in it (B184). */
  lacksLocale?: string | undefined;
  /** Whether it is the shell's fallback for a remote that failed. */
  isFallback: boolean;
}

/** A slot in a fragment's HTML, for another island. */
const slotPattern = new RegExp(slotPlace, "g");

/** The slots of a fragment, in order. */
export function findSlots(html: string): { island: IslandName; variant: string }[] {
  return [...html.matchAll(slotPattern)].map(([, owner = "", expose = "", variant = ""]) => ({
    island: `${owner}/${expose}`,
    variant,
  }));
}

/** Puts HTML into a fragment's slots, in order. */
export function fillSlots(html: string, fillings: readonly string[]): string {
  let index = 0;
  return html.replaceAll(slotPattern, () => fillings[index++] ?? "");
}
