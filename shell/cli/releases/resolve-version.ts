import { SiteError } from "@site/contracts/errors";
import { findNearest } from "../command-line/nearest.ts";

/**
 * The version that a text names: the whole version, or the prefix of exactly one.
 * @param known the package's versions in the store, newest last
 * @throws SiteError `RELEASE_AMBIGUOUS` with the candidates, `RELEASE_VERSION_UNKNOWN` with the most similar versions
 */
export function resolveVersion(name: string, given: string, known: readonly string[]): string {
  if (known.includes(given)) return given;
  const candidates = known.filter((version) => version.startsWith(given));
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  if (candidates.length > 1) {
    throw new SiteError("RELEASE_AMBIGUOUS", {
      release: `${name}@${given}`,
      candidates: candidates.map((version) => `${name}@${version}`).join(", "),
    });
  }
  const nearest = findNearest(given, known.toReversed()).map((version) => `${name}@${version}`);
  throw new SiteError("RELEASE_VERSION_UNKNOWN", {
    release: `${name}@${given}`,
    advice:
      nearest.length > 0
        ? `The nearest: ${nearest.join(", ")}.`
        : `There is none of ${name}: site publish ${name} admits one.`,
  });
}
