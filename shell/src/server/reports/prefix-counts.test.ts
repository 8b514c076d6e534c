import { expect, test } from "vitest";
import { createPrefixCounts } from "./prefix-counts.ts";

const toAddress = (index: number) => `10.${Math.floor(index / 250)}.${index % 250}.1`;

test("a network counts once for each key, however often and from whichever of its addresses it reports", () => {
  const counts = createPrefixCounts({ maxKeys: 10, maxPrefixes: 10 });
  const added = ["203.0.113.1", "203.0.113.1", "203.0.113.9", "203.0.114.1", "nothing"].map((one) =>
    counts.add("a", one),
  );
  expect([added, counts.count("a"), counts.count("b")]).toEqual([[true, false, false, true, false], 2, 0]);
  expect([counts.add("b", "203.0.113.1"), counts.count("b")]).toEqual([true, 1]);
});

test("keys and networks are bounded", () => {
  const counts = createPrefixCounts({ maxKeys: 3, maxPrefixes: 100 });
  for (let index = 0; index < 1000; index += 1) counts.add("many", toAddress(index));
  expect(counts.count("many")).toBe(100);
  for (const key of ["one", "two", "three"]) counts.add(key, "203.0.113.1");
  expect(["many", "one", "two", "three"].map((key) => counts.count(key))).toEqual([0, 1, 1, 1]);
});
