import type { RenderFailure } from "@site/contracts/confine/render-messages";
import { toIslandParts } from "@site/contracts/names/island-name";
import { toKeyString } from "../../pages/page-key.ts";
import type { PlacedFragment } from "./composed-page.ts";
import { toFallback } from "./fallbacks.ts";
import type { FragmentSource, PendingSlot } from "./fragment-source.ts";
import { toRenderErrorId } from "./render-error-id.ts";

/** What is known of a slot that needs a stand-in. */
interface StandInFacts {
  /** Whether the last good fragment was tried, and cannot be shown either. */
  isKnownBad?: boolean;
  /** Where in its server file the release threw. */
  thrownAt?: RenderFailure["thrownAt"];
}

/** Places of an error that are told to operators. */
const toldPlaces = 3;

/**
 * What a slot shows whose remote failed: its last good fragment, or else the shell's fallback. Reports the failure.
 */
export async function findStandIn(
  slot: PendingSlot,
  problem: string,
  { packages, memory, onFailure, site, layout }: FragmentSource,
  { isKnownBad = false, thrownAt = [] }: StandInFacts = {},
): Promise<PlacedFragment> {
  const { plan, island, variant, id } = slot;
  const release = packages.get(toIslandParts(island).owner);
  const version = release?.release.version ?? "none";
  const at = thrownAt
    .slice(0, toldPlaces)
    .map(({ line, column }) => `${release?.label}/${release?.release.serverEntry}:${line}:${column}`);
  onFailure({ island, version, page: plan.key.page, problem, ...(at.length > 0 && { at }) });
  const good = isKnownBad ? undefined : await memory.findGood(toKeyString(plan.key), id);
  // Shown without hydration, and without a plain script of another version: the data and files they need may have changed.
  if (good) {
    const { fragment, key, digest } = good;
    return {
      ...fragment,
      live: undefined,
      plain: fragment.version === version ? fragment.plain : undefined,
      origin: { key, digest },
      isLate: true,
    };
  }
  const html = toFallback(island, plan, site, layout, toRenderErrorId(toIslandParts(island).owner, version));
  return {
    island,
    id,
    variant,
    version,
    live: undefined,
    vendors: [],
    styles: [],
    html,
    head: undefined,
    reads: [],
    madeFrom: { page: true, visitor: "rule" },
    isFallback: true,
    origin: undefined,
    isLate: true,
  };
}
