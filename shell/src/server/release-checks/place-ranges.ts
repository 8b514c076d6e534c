/** Numbers from 0 as ranges, each from its first number to below its second: ascending, and no two of them touch. */
export type PlaceRanges = readonly (readonly [from: number, to: number])[];

/** The ranges of some numbers, in any order. */
export function toRanges(places: Iterable<number>): PlaceRanges {
  return joinRanges([...places].map((place) => [place, place + 1] as const));
}

/** The ranges of all numbers that are in any of some ranges, which may be in any order, overlap or be empty. */
export function joinRanges(ranges: PlaceRanges): PlaceRanges {
  const joined: [from: number, to: number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (to <= from) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** The ranges of the numbers from 0 to below `count` that are in none of some ranges. */
export function invertRanges(ranges: PlaceRanges, count: number): PlaceRanges {
  const all = joinRanges(ranges);
  const starts = [0, ...all.map(([, to]) => to)];
  return joinRanges(starts.map((from, index) => [from, Math.min(all[index]?.[0] ?? count, count)] as const));
}

export function countPlaces(ranges: PlaceRanges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

export function listPlaces(ranges: PlaceRanges): number[] {
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index));
}
