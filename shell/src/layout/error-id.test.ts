import * as fc from "fast-check";
import { expect, test } from "vitest";
import { errorIdPattern, isErrorOf, toErrorId } from "./error-id.ts";

test("an id is 12 hexadecimal digits, equal for the same error of the same release", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (origin, what) => {
      const id = toErrorId(origin, what);
      expect(id).toMatch(errorIdPattern);
      expect(toErrorId(origin, what)).toBe(id);
      expect(isErrorOf(id, origin)).toBe(true);
    }),
  );
});

test("ten thousand errors of a release have as many ids, and are of no other release", () => {
  const release = "content@1.0.0-3f2a9c0d11aa";
  const ids = Array.from({ length: 10_000 }, (_, column) => toErrorId(release, `thrown\n${release}/a.js:1:${column}`));
  // Of 24 bits, about 3 pairs are equal by chance.
  expect(new Set(ids).size).toBeGreaterThan(9980);
  const others = Array.from({ length: 1000 }, (_, index) => `content@1.0.0-${String(index).padStart(12, "0")}`);
  expect(others.filter((other) => isErrorOf(ids[0] ?? "", other))).toEqual([]);
});
