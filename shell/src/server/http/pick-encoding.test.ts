import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pickEncoding } from "./pick-encoding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate, zstd", "zstd"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["Br;Q=0.5", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0, zstd;q=0.000, gzip;q=0.1", "gzip"],
  ["br ; q=0 , gzip", "gzip"],
  ["br;q=0", "identity"],
  ["br;q=0.001", "br"],
  ["deflate", "identity"],
  ["identity", "identity"],
  ["x-br, brotli", "identity"],
  [" br ", "br"],
  [",,;;", "identity"],
] as const)("for Accept-Encoding %j it is %s", (header, encoding) => {
  expect(pickEncoding(header)).toBe(encoding);
});

test("is never one the client did not name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (header) => {
      const encoding = pickEncoding(header);
      if (encoding !== "identity") expect(header.toLowerCase()).toContain(encoding);
    }),
  );
});
