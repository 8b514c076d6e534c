import { distance } from "fastest-levenshtein";

/** How many names are suggested at most: a line's worth. */
const mostSuggestions = 3;

/** The names most like the given one, the likest first; of equally like ones, those that come first in `known`. */
export function findNearest(given: string, known: readonly string[]): string[] {
  return known
    .map((name) => ({ name, difference: distance(given, name) }))
    .toSorted((a, b) => a.difference - b.difference)
    .slice(0, mostSuggestions)
    .map(({ name }) => name);
}
