import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { headFragmentSchema } from "./head-fragment.ts";

const accepts = (settings: unknown): boolean => v.is(headFragmentSchema, { vendors: [], settings });

describe("the settings of a head fragment", () => {
  test("are plain data", () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ id: "1", list: [1, null, { on: true }], missing: undefined })).toBe(true);
  });

  test.each([
    [null],
    ["text"],
    [[]],
    [{ run: () => 1 }],
    [{ list: [1, () => 1] }],
    [{ at: new Date() }],
    [{ many: Number.POSITIVE_INFINITY }],
    [{ big: 1n }],
    [new Map()],
  ])("are not %o", (settings) => {
    expect(accepts(settings)).toBe(false);
  });

  test("take at most 2048 characters of a page", () => {
    expect(accepts({ text: "x".repeat(2037) })).toBe(true);
    expect(accepts({ text: "x".repeat(2038) })).toBe(false);
  });
});

test("Settings with thousands of objects inside of one another are refused, and do not end the process that reads them.", () => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const)
    expect(accepts({ deep: JSON.parse(`${open.repeat(50_000)}1${close.repeat(50_000)}`) })).toBe(false);
  expect(accepts({ a: { b: [{ c: [1] }] } })).toBe(true);
});
