import { distance } from "fastest-levenshtein";

/** Maximum of suggested names: a line's worth. */
const mostSuggestions = 3;

/** The names most similar to the given one, the most similar first; equally similar ones in the order of `known`. */
export function findNearest(given: string, known: readonly string[]): string[] {
  return known
    .map((name) => ({ name, difference: distance(given, name) }))
    .toSorted((a, b) => a.difference - b.difference)
    .slice(0, mostSuggestions)
    .map(({ name }) => name);
}
