import type { IslandContext, PageHead } from "@site/contracts/island";
import type { ReleaseExpose } from "@site/contracts/release";
import { type IslandName, parseIslandName } from "@site/contracts/remote";
import type { LoadedRelease } from "../release/release-files.ts";

/** The server HTML of one slot, and where it came from. */
export interface Fragment {
  island: IslandName;
  /** The slot's id in the page: the island's name, with a number from the second of the same on. */
  id: string;
  variant: string;
  version: string;
  expose: ReleaseExpose | undefined;
  html: string;
  head: PageHead | undefined;
  /** True when the remote failed and the shell stands in. */
  isFallback: boolean;
}

/** A place in a fragment's HTML that another island fills. */
const slotPattern = /<div data-slot="((?:shell|navigation|download|support-chat|content|compliance)\/[a-z][a-z0-9-]*)" data-variant="([a-z0-9-]*)"><\/div>/g;

/** The islands a fragment has places for, in order. */
export function findSlots(html: string): { island: IslandName; variant: string }[] {
  return [...html.matchAll(slotPattern)].map(([, island = "", variant = ""]) => ({ island: parseIslandName(island), variant }));
}

/** Puts HTML into a fragment's places, in order. */
export function fillSlots(html: string, fillings: readonly string[]): string {
  let index = 0;
  return html.replaceAll(slotPattern, () => fillings[index++] ?? "");
}

/** The data documents of a context an island asked for: it is told no others. */
export function pickData(context: IslandContext, release: LoadedRelease | undefined, expose: string): IslandContext["data"] {
  const names = release?.release.exposes.find((one) => one.key === expose)?.data ?? [];
  return Object.fromEntries(names.map((name) => [name, context.data[name]]));
}
