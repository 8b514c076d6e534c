import * as fc from "fast-check";
import Negotiator from "negotiator";
import { expect, test } from "vitest";
import { createEncodingPicker, pickEncoding } from "./pick-encoding.ts";

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
  // The weight decides; for equal weights, our order.
  ["br;q=0.1, gzip;q=1", "gzip"],
  ["gzip;q=0.8, zstd;q=0.9, br;q=0.7", "zstd"],
  ["gzip;q=0.5, br;q=0.5", "br"],
  ["br;q=0.5, identity", "identity"],
  ["identity, br", "br"],
  ["identity;q=0.5, gzip;q=0.4", "identity"],
  ["*", "br"],
  ["br;q=0, *", "zstd"],
  ["*;q=0.1, gzip;q=0.5", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  // What is sent when nothing is accepted.
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["identity;q=0, br;q=0, gzip;q=0, zstd;q=0", "identity"],
  // A weight outside of the grammar.
  ["br;q=2, gzip", "gzip"],
  ["br;q=-1, gzip;q=nan", "identity"],
  ["br;q=1.5", "identity"],
] as const)("for Accept-Encoding %j it is %s", (header, encoding) => {
  expect(pickEncoding(header)).toBe(encoding);
  // The second call answers from the cache.
  expect(pickEncoding(header)).toBe(encoding);
});

test("with one encoding to pick from, it is that one or identity", () => {
  const pick = createEncodingPicker(["gzip"]);
  expect([pick("br, gzip"), pick("br, gzip;q=0"), pick("br, *"), pick("br"), pick("gzip;q=0.1, *")]).toEqual([
    "gzip",
    "identity",
    "gzip",
    "identity",
    "identity",
  ]);
});

const codings = ["br", "zstd", "gzip", "identity"] as const;
const weight = fc.oneof(
  fc.constant(0),
  fc.constant(1),
  fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000),
);
const namings = fc.uniqueArray(fc.record({ name: fc.constantFrom(...codings, "*", "deflate", "x-other"), q: weight }), {
  selector: ({ name }) => name,
  minLength: 1,
});

test("is always one with the highest weight, as an independent parser of the header confirms", () => {
  fc.assert(
    fc.property(namings, fc.boolean(), (all, spaced) => {
      const header = all
        .map(({ name, q }) => (q === 1 ? name : `${name};${spaced ? " " : ""}q=${q}`))
        .join(spaced ? " , " : ",");
      const picked = pickEncoding(header);
      const weights = new Map(all.map(({ name, q }) => [name, q]));
      const toWeight = (coding: (typeof codings)[number]): number => weights.get(coding) ?? weights.get("*") ?? 0;
      const liked = codings.filter((coding) => toWeight(coding) > 0);
      expect(picked).toBe(liked.toSorted((a, b) => toWeight(b) - toWeight(a))[0] ?? "identity");
      const theirs = new Negotiator({ headers: { "accept-encoding": header } }).encodings([...codings]);
      if (theirs.length > 0) expect(theirs).toContain(picked);
    }),
  );
});

test("is never one the client did not name, for any header", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary-ascii" }),
        fc.string({ unit: fc.constantFrom("b", "r", "q", "=", ";", ",", "0", "1", ".", "*", " ") }),
      ),
      (header) => {
        const encoding = pickEncoding(header);
        if (encoding !== "identity" && !header.includes("*")) expect(header.toLowerCase()).toContain(encoding);
      },
    ),
  );
});
