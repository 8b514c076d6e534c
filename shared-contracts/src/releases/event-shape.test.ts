import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { type EventShape, eventShapeSchema, toShapeText } from "./event-shape.ts";

const text: EventShape = { type: "text" };
const detail: EventShape = {
  type: "object",
  fields: { id: text, platform: { type: "text", values: ["windows", "osx"] } },
  required: ["id"],
};

describe("a shape of an event", () => {
  test.each<[string, EventShape]>([
    ["text", text],
    ["a number", { type: "number" }],
    ["true or false", { type: "yes or no" }],
    ["a function", { type: "function" }],
    ["an element", { type: "element" }],
    ["anything", { type: "anything" }],
    ["certain texts", { type: "text", values: ["windows", ""] }],
    ["an object", detail],
    ["an object in an object", { type: "object", fields: { inner: detail }, required: [] }],
    ["a list", { type: "list", items: detail }],
    ["one of several", { type: "one of", shapes: [text, { type: "number" }] }],
  ])("is %s", (_what, shape) => {
    expect(findProblem(eventShapeSchema, shape)).toBeUndefined();
  });

  test.each([
    ["type", {}],
    ["type", { type: "date" }],
    ["type", { type: "" }],
    ["values", { type: "text", values: "windows" }],
    ["values.0", { type: "text", values: [1] }],
    ["values.0", { type: "text", values: ["x".repeat(101)] }],
    ["values", { type: "text", values: Array.from({ length: 65 }, () => "x") }],
    ["fields", { type: "object", required: [] }],
    ["required", { type: "object", fields: {} }],
    ["fields.id.type", { type: "object", fields: { id: { type: "date" } }, required: [] }],
    ["required.0", { type: "object", fields: {}, required: ["1"] }],
    ["items", { type: "list" }],
    ["items.type", { type: "list", items: {} }],
    ["shapes", { type: "one of" }],
    ["shapes.1.type", { type: "one of", shapes: [text, {}] }],
    ["shapes", { type: "one of", shapes: Array.from({ length: 17 }, () => text) }],
    ["more", { ...text, more: 1 }],
    ["more", { ...detail, more: 1 }],
    ["more", { type: "list", items: text, more: 1 }],
    ["more", { type: "one of", shapes: [], more: 1 }],
    ["values", { type: "anything", values: [] }],
  ])("is refused with the field %s: %j", (field, shape) => {
    expect(findProblem(eventShapeSchema, shape)).toMatch(new RegExp(`^${field}: `));
  });

  test.each(["a", "id", "screenType2", "_private", "$ref", "data-id", "x".repeat(100)])(
    "may have the field %j",
    (name) => {
      const shape = { type: "object", fields: { [name]: text }, required: [name] };
      expect(findProblem(eventShapeSchema, shape)).toBeUndefined();
    },
  );

  test.each(["", "1a", "-a", "a b", "a.b", "</script>", "a\n", "x".repeat(101)])("never has the field %j", (name) => {
    expect(findProblem(eventShapeSchema, { type: "object", fields: { [name]: text }, required: [] })).toBeDefined();
    expect(findProblem(eventShapeSchema, { type: "object", fields: {}, required: [name] })).toMatch(/^required\.0: /);
  });
});

test.each<[string, EventShape]>([
  ["text", text],
  ["a number", { type: "number" }],
  ["true or false", { type: "yes or no" }],
  ["a function", { type: "function" }],
  ["an element", { type: "element" }],
  ["anything", { type: "anything" }],
  ['"windows" or "osx"', { type: "text", values: ["windows", "osx"] }],
  ["an object", { type: "object", fields: { id: text }, required: [] }],
  ["an object with id, reason", { type: "object", fields: { id: text, reason: text }, required: ["id", "reason"] }],
  ["a list of a number", { type: "list", items: { type: "number" } }],
  [
    "text or a list of text or anything",
    { type: "one of", shapes: [text, { type: "list", items: text }, { type: "anything" }] },
  ],
])("a finding names a shape as %s", (words, shape) => {
  expect(toShapeText(shape)).toBe(words);
});
