import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseShard, pickShard } from "./pick-shard.ts";

interface File {
  name: string;
  seconds: number;
}

const pick = (files: readonly File[], index: number, count: number): File[] =>
  pickShard(
    files,
    { index, count },
    ({ name }) => name,
    ({ seconds }) => seconds,
  );

/** Seconds that a file counts with: one that is not known is short. */
const weigh = ({ seconds }: File): number => seconds || 4;

const anyFiles = fc.uniqueArray(fc.record({ name: fc.string(), seconds: fc.nat(80) }), {
  selector: ({ name }) => name,
});
const anyCount = fc.integer({ min: 1, max: 9 });

describe("Machines that share the test files", () => {
  test("run each file once, also when each finds them in another order", () => {
    fc.assert(
      fc.property(anyFiles, anyCount, fc.infiniteStream(fc.nat()), (files, count, random) => {
        const picked = Array.from({ length: count }, (_, index) => {
          const found = files
            .map((file) => ({ file, at: random.next().value ?? 0 }))
            .toSorted((one, other) => one.at - other.at)
            .map(({ file }) => file);
          return pick(found, index + 1, count);
        });
        const names = picked.flat().map(({ name }) => name);
        expect(names.toSorted()).toEqual(files.map(({ name }) => name).toSorted());
      }),
    );
  });

  test("take about the same time: none has more than the least plus the longest file", () => {
    fc.assert(
      fc.property(anyFiles, anyCount, (files, count) => {
        const times = Array.from({ length: count }, (_, index) =>
          pick(files, index + 1, count).reduce((total, file) => total + weigh(file), 0),
        );
        const longest = Math.max(0, ...files.map(weigh));
        expect(Math.max(...times)).toBeLessThanOrEqual(Math.min(...times) + longest);
      }),
    );
  });
});

describe("A shard is named by its number and how many there are", () => {
  test("such as 2/4", () => expect(parseShard("2/4")).toEqual({ index: 2, count: 4 }));

  test.each(["", "0/4", "5/4", "2", "2/", "two/four", "2/4/8", "-1/4", "1/12"])("and not as %j", (text) => {
    expect(() => parseShard(text)).toThrow(/such as --shard=2\/4/);
  });
});
