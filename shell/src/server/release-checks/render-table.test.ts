import { expect, test } from "vitest";
import { toValueDigest } from "../pages/value-digest.ts";
import { headBytes, openTable, readTableSize, toTable } from "./render-table.ts";

test("each of many keys leads to its render and no other key to any, and the list has the order of the file", () => {
  for (const count of [0, 1, 2, 3, 100, 1000]) {
    const renders = Array.from({ length: count }, (_, index): [string, number] => [
      toValueDigest(["render", index]),
      1 + ((index * 7919) % 300),
    ]);
    const bytes = toTable(renders);
    expect(readTableSize(bytes.subarray(0, headBytes))).toBe(bytes.length - headBytes);
    const table = openTable(bytes.subarray(headBytes));
    let at = bytes.length;
    for (const [key, length] of renders) {
      expect(table.find(key)).toEqual({ at, length });
      at += length;
    }
    expect(table.list().map(([key, { length }]) => [key, length])).toEqual(renders);
    for (let other = 0; other < 100; other += 1) expect(table.find(toValueDigest(["other", other]))).toBeUndefined();
  }
});
