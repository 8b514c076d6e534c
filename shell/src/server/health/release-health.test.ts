import { expect, test } from "vitest";
import { toNetwork } from "../testing/tell-beacon.ts";
import type { ReleaseOutcome } from "./page-view.ts";
import { createHealthCounts } from "./release-health.ts";

const toOutcome = (version: string, more: Partial<ReleaseOutcome> = {}): ReleaseOutcome => ({
  remote: "content",
  version,
  hasError: false,
  kinds: new Set(),
  problems: [],
  ...more,
});

test("of a thousand releases the latest 64 are kept", () => {
  const counts = createHealthCounts();
  for (let index = 0; index < 1000; index += 1) counts.add([toOutcome(`1.0.${index}`)], toNetwork(1));
  const versions = counts.list().map(({ version }) => version);
  expect(versions).toHaveLength(64);
  expect(versions).toContain("1.0.999");
});

test("one network counts once an hour for each release, and no more than 5,000 networks do", () => {
  let now = 0;
  const counts = createHealthCounts({ now: () => now });
  const readViews = (): number | undefined => counts.list()[0]?.views;
  for (let index = 0; index < 100; index += 1)
    counts.add([toOutcome("1.0.0", { hasError: true })], `203.0.113.${index}`);
  expect(readViews()).toBe(1);
  now += 3_600_000;
  counts.add([toOutcome("1.0.0")], "203.0.113.7");
  expect(readViews()).toBe(2);
  now += 3_600_000;
  for (let index = 0; index < 10_000; index += 1) counts.add([toOutcome("1.0.0", { inp: index })], toNetwork(index));
  expect(readViews()).toBe(5002);
});

test("the percentile of many figures is near that of all, with an interval around it", () => {
  const counts = createHealthCounts();
  for (let index = 0; index < 4000; index += 1)
    counts.add([toOutcome("1.0.0", { inp: (index * 7919) % 4000 })], toNetwork(index));
  const inp = counts.list()[0]?.vitals.inp;
  expect(inp?.count).toBe(4000);
  // 500 of them are kept by chance: 10 standard deviations of the estimate.
  expect(Math.abs((inp?.value ?? 0) - 3000)).toBeLessThan(780);
  expect(inp?.low).toBeLessThan(inp?.value ?? 0);
  expect(inp?.high).toBeGreaterThan(inp?.value ?? 0);
});
