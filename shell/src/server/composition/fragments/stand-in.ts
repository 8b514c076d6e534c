import type { RenderFailure } from "@site/contracts/confine/render-messages";
import { toIslandParts } from "@site/contracts/names/island-name";
import { toKeyString } from "../../pages/page-key.ts";
import type { PlacedFragment } from "./composed-page.ts";
import { toFallback } from "./fallbacks.ts";
import type { FragmentSource, PendingSlot } from "./fragment-source.ts";
import { toRenderErrorId } from "./render-error-id.ts";

/** Details of the failure of a slot. */
interface StandInFacts {
  /** Whether the last good fragment cannot be shown either. */
  isKnownBad?: boolean;
  /** Places in the release's server file where it threw, innermost first. */
  thrownAt?: RenderFailure["thrownAt"];
}

/** Most places of an error in the log. */
const maxPlaces = 3;

/**
 * The stand-in for a slot whose remote failed: its last good fragment, else the shell's fallback. Reports the failure.
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
    .slice(0, maxPlaces)
    .map(({ line, column }) => `${release?.label}/${release?.release.serverEntry}:${line}:${column}`);
  onFailure({ island, version, page: plan.key.page, problem, ...(at.length > 0 && { at }) });
  const good = isKnownBad ? undefined : await memory.findGood(toKeyString(plan.key), id);
  // The last good HTML does not hydrate and has no plain script of another version: the data and files that these need may have changed.
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
