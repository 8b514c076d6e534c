import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { integrityToDigest, toDigest } from "./digest.server.ts";
import { digestSchema } from "./digest-schema.ts";
import { toIntegrity } from "./integrity.server.ts";
import { integritySchema } from "./release.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

describe("the digest of bytes", () => {
  test("is their sha384 in 96 lower-case hexadecimal digits", () => {
    expect(toDigest(Buffer.from("abc"))).toBe(
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
    );
    expect(v.is(digestSchema, toDigest(new Uint8Array()))).toBe(true);
  });

  test("is of the bytes of a view, not of its whole buffer", () => {
    const whole = Buffer.from("xabcx");
    expect(toDigest(new Uint8Array(whole.buffer, whole.byteOffset + 1, 3))).toBe(toDigest(Buffer.from("abc")));
  });

  test("is the same hash as the integrity of the same bytes", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(integrityToDigest(toIntegrity(input))).toBe(toDigest(input));
        expect(v.is(integritySchema, toIntegrity(input))).toBe(true);
      }),
    );
  });
});

test.each([
  "",
  "abc",
  "A".repeat(96),
  "0".repeat(95),
  "0".repeat(97),
  `../${"0".repeat(93)}`,
  ` ${"0".repeat(96)}`,
  `${"0".repeat(96)}\n`,
  `sha384-${"A".repeat(64)}`,
])("%j is no digest", (value) => {
  expect(v.is(digestSchema, value)).toBe(false);
});

test.each([
  "",
  "sha384-",
  `sha256-${"A".repeat(64)}`,
  `sha384-${"A".repeat(63)}=`,
  `sha384-${"A".repeat(65)}`,
  `sha384-${"-".repeat(64)}`,
  `sha384-${"A".repeat(64)} sha384-${"B".repeat(64)}`,
  ` sha384-${"A".repeat(64)}`,
])("%j is no integrity that a digest can be read from", (value) => {
  expect(() => integrityToDigest(value)).toThrow("sha384");
});
