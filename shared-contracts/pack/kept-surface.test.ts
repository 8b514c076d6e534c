import { expect, test } from "vitest";
import { findBreaks } from "./compare-surfaces.ts";
import { findPolicyProblems } from "./semver-policy.ts";
import { readRecordedSurface, readSurface } from "./surface.ts";

test("the contract breaks nothing that teams built against the last release, unless its major version is higher", async () => {
  const before = readRecordedSurface();
  const after = await readSurface();
  expect(Object.keys(before.entries).length).toBeGreaterThan(30);
  expect(findPolicyProblems(before, after, findBreaks(before, after))).toEqual([]);
});
