import { expect, test } from "vitest";
import { createIconCache } from "./icon.ts";

const hour = 3_600_000;

test("B228 an icon is kept for exactly 168 hours", () => {
  let now = 0;
  const cache = createIconCache<string>(() => now);
  cache.set("site:chip", "chip");
  now = 168 * hour - 1;
  expect(cache.get("site:chip")).toBe("chip");
  now += 1;
  expect(cache.get("site:chip")).toBeUndefined();
});

test("B228 fifty icons are kept: the one that was not used for longest goes first", () => {
  const cache = createIconCache<number>(() => 0);
  const names = Array.from({ length: 50 }, (_one, index) => `site:icon-${index}`);
  for (const [index, name] of names.entries()) cache.set(name, index);
  expect(cache.get("site:icon-0")).toBe(0);
  cache.set("site:late", 50);
  expect(cache.get("site:icon-1")).toBeUndefined();
  expect([cache.get("site:icon-0"), cache.get("site:icon-2"), cache.get("site:late")]).toEqual([0, 2, 50]);
});
