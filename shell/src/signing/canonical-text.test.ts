import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { toCanonicalText } from "./canonical-text.ts";
import { isJson } from "../server/testing/is-json.ts";

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: "binary" }),
    fc.array(tie("value")),
    fc.dictionary(fc.string({ unit: "binary" }), tie("value")),
  ),
})).value;

test("a browser signs the bytes that servers verify", () => {
  fc.assert(
    fc.property(values, (value) => {
      fc.pre(isJson(value));
      expect(Buffer.from(toCanonicalText(value))).toEqual(toCanonicalBytes(value));
    }),
  );
});

test("a fraction, and what is no JSON, has no canonical form", () => {
  for (const value of [0.5, undefined, Number.NaN, { of: 1n }]) expect(() => toCanonicalText(value)).toThrow(TypeError);
});
