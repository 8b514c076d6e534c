import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type PagePayload, pagePayloadSchema } from "../pages/payload.ts";
import * as wire from "./wire-schema.ts";

const payload: PagePayload = {
  format: 2,
  releases: { content: { version: "1.0.0-0123456789ab", integrity: "sha384-" } },
  status: 200,
  documentTitle: "About us | GGP Poker",
  heading: "About us",
  description: "About us",
  canonical: "https://www.ggp.example/about-us/",
  layout: "default",
  vendors: [],
  parts: {
    locale: { code: "en", languageTag: "en-PH", prefix: "" },
    page: { name: "about-us", path: "/about-us/", params: { slug: "x" }, status: 200 },
    visitor: { rule: "none" },
    title: "About us",
    data: {},
    vendors: {},
    islands: {
      "navigation/header": { island: "navigation/header", version: "1.0.0", variant: "", data: ["navigations"] },
    },
  },
  styles: [{ url: "/_release/content/1/a.css", integrity: "sha384-x" }],
  slots: [{ application: "content/page", key: "0", html: "<p></p>", attributes: { island: "x" } }],
};

/** Every place inside a value, by the keys that lead to it. */
function listPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))];
}

/** A copy of a value with something else in one place. */
function put(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (String(index) === key ? put(one, rest, other) : one));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, inner]) => [name, name === key ? put(inner, rest, other) : inner]),
  );
}

describe("B191 a page as data", () => {
  test("is accepted when it is valid, and is not copied", () => {
    expect(wire.parse(pagePayloadSchema, payload)).toBe(payload);
    expect(wire.parse(pagePayloadSchema, { ...payload, canonical: null })).toMatchObject({ canonical: null });
  });

  test("is accepted with fields that a later server adds", () => {
    expect(pagePayloadSchema.is({ ...payload, more: 1 })).toBe(true);
  });

  test.each(listPaths(payload).map((path) => [path.join(".") || "(all of it)", path] as const))(
    "is refused when %s has another type",
    (_name, path) => {
      // Valid at no place of a page: a list of undefined, and a function.
      for (const wrong of [[undefined], Number.isNaN])
        expect(pagePayloadSchema.is(put(payload, path, wrong))).toBe(false);
    },
  );

  test("is refused for any other JSON, such as a broken server or proxy may answer", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !pagePayloadSchema.is(value)));
  });
});

test("a shape's type is what it accepts", () => {
  const shape = wire.object({
    a: wire.string(),
    b: wire.optional(wire.array(wire.number())),
    c: wire.nullable(wire.picklist(["x", "y"])),
    d: wire.record(wire.string(), wire.number()),
  });
  expectTypeOf<wire.InferOutput<typeof shape>>().toEqualTypeOf<{
    a: string;
    c: "x" | "y" | null;
    d: Record<string, number>;
    b?: number[] | undefined;
  }>();
  expect(shape.is({ a: "", c: null, d: {} })).toBe(true);
  expect(["x", "y"].map((c) => shape.is({ a: "", c, d: {} }))).toEqual([true, true]);
  expect(shape.is({ a: "", b: ["1"], c: null, d: {} })).toBe(false);
  expect(shape.is({ a: "", c: "z", d: {} })).toBe(false);
  expect(shape.is({ a: "", c: "x", d: { one: "1" } })).toBe(false);
  expect(shape.is([])).toBe(false);
});

describe("a refusal names the place of the wrong value", () => {
  test.each([
    ["data.slots.0.key", ["slots", "0", "key"], 7],
    ["data.parts.islands.navigation/header.version", ["parts", "islands", "navigation/header", "version"], null],
    ["data.vendors", ["vendors"], {}],
    ["data", [], []],
    ["data.parts.islands", ["parts", "islands"], []],
    ["data.releases", ["releases"], "content"],
  ])("%s", (place, path, wrong) => {
    expect(() => wire.parse(pagePayloadSchema, put(payload, path, wrong))).toThrow(`${place} is not as expected`);
  });
});
