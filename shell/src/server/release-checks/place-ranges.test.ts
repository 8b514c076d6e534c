import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countPlaces, invertRanges, joinRanges, listPlaces, toRanges } from "./place-ranges.ts";

const places = fc.uniqueArray(fc.nat(60));
const sorted = (numbers: Iterable<number>): number[] => [...new Set(numbers)].toSorted((a, b) => a - b);

test("ranges have the numbers that they were made of, and no others", () => {
  fc.assert(
    fc.property(places, places, fc.nat(70), (some, more, count) => {
      const ranges = toRanges(some);
      expect(listPlaces(ranges)).toEqual(sorted(some));
      expect(countPlaces(ranges)).toBe(some.length);
      expect(listPlaces(joinRanges([...ranges, ...toRanges(more)]))).toEqual(sorted([...some, ...more]));
      const rest = Array.from({ length: count }, (_, place) => place).filter((place) => !some.includes(place));
      expect(listPlaces(invertRanges(ranges, count))).toEqual(rest);
    }),
  );
});

test("numbers in a row are one range", () => {
  expect(toRanges([3, 1, 2, 7])).toEqual([
    [1, 4],
    [7, 8],
  ]);
});
