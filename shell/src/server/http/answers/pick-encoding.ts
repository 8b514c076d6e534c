import { LRUCache } from "lru-cache";
import type { Compression, Encoding } from "../../pages/encoded-page.ts";

/** Headers whose pick is cached, and the longest such header in characters: browsers send a handful of short ones. */
const maxKeptHeaders = 64;
const maxKeptLength = 128;

/**
 * Picks the encoding to answer with, of those there are, in our order of preference: the one the client gives the most
 * weight (RFC 9110, 12.5.3), ours where it gives several the same. A coding with `q=0` is never used; where nothing is left,
 * even `identity` refused, the answer is sent as it is.
 */
export function createEncodingPicker(there: readonly Compression[]): (accept: string | undefined) => Encoding {
  const kept = new LRUCache<string, Encoding>({ max: maxKeptHeaders });
  return (accept) => {
    if (!accept) return "identity";
    const earlier = kept.get(accept);
    if (earlier !== undefined) return earlier;
    const picked = pick(readWeights(accept), there);
    if (accept.length <= maxKeptLength) kept.set(accept, picked);
    return picked;
  };
}

/** Picks for a text that exists in every encoding: smallest first. */
export const pickEncoding = createEncodingPicker(["br", "zstd", "gzip"]);

function pick(weights: ReadonlyMap<string, number>, there: readonly Compression[]): Encoding {
  const others = weights.get("*");
  let best: Encoding = "identity";
  // A caller that does not name `identity` accepts it, with a lower weight than all that it names.
  let weight = weights.get("identity") ?? others ?? 0;
  // From the last to the first, so that of two with the same weight the earlier one is picked.
  for (const encoding of there.toReversed()) {
    const own = weights.get(encoding) ?? others ?? 0;
    if (own > 0 && own >= weight) [best, weight] = [encoding, own];
  }
  return best;
}

/** The weight of each coding that a header names, from 0 to 1. A part that is not of the header's grammar is left out. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    if (name !== "" && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q)) weights.set(name, Number(q));
  }
  return weights;
}
