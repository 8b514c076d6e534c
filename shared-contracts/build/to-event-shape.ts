import * as v from "valibot";
import type { EventShape } from "../src/releases/event-shape.ts";

/** The parts of a schema that define its shape. Other rules, such as a maximum length, concern only the contract. */
const partsSchema = v.object({
  type: v.string(),
  entries: v.optional(v.record(v.string(), v.unknown())),
  options: v.optional(v.array(v.unknown())),
  literal: v.optional(v.unknown()),
  item: v.optional(v.unknown()),
  wrapped: v.optional(v.unknown()),
});

const values: Readonly<Record<string, EventShape>> = {
  string: { type: "text" },
  number: { type: "number" },
  boolean: { type: "yes or no" },
  any: { type: "anything" },
  unknown: { type: "anything" },
};

/** Wrappers that make a field of an object optional. */
const optionalTypes = ["optional", "exact_optional", "undefinedable"];

/**
 * The values that a schema accepts, in the format of a manifest.
 * @throws Error for a kind of schema that no event has used so far
 */
export function toEventShape(schema: unknown): EventShape {
  const { type, entries, options, literal, item, wrapped } = v.parse(partsSchema, schema);
  const plain = values[type];
  if (plain) return plain;
  if (optionalTypes.includes(type)) return toEventShape(wrapped);
  if (type === "literal") return { type: "text", values: [String(literal)] };
  if (type === "picklist") return { type: "text", values: (options ?? []).map(String) };
  if (type === "union") return { type: "one of", shapes: (options ?? []).map(toEventShape) };
  if (type === "array") return { type: "list", items: toEventShape(item) };
  if (type === "custom") return { type: isOfFunctions(schema) ? "function" : "element" };
  if (!entries) throw new Error(`An event has a field of the kind ${type}, which a manifest has no word for.`);
  const fields = Object.entries(entries);
  return {
    type: "object",
    fields: Object.fromEntries(fields.map(([name, one]) => [name, toEventShape(one)])),
    required: fields.filter(([, one]) => !optionalTypes.includes(v.parse(partsSchema, one).type)).map(([name]) => name),
  };
}

const checkSchema = v.object({ check: v.function() });

/** Whether a custom schema of ours accepts functions; otherwise it accepts elements. */
function isOfFunctions(schema: unknown): boolean {
  return v.parse(checkSchema, schema).check(() => undefined) === true;
}
