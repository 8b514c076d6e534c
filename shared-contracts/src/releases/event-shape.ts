import * as v from "valibot";

/** Fields of an object, choices of a union and accepted values, and characters of a name or a value. Source: 16, 2, 7 and 25 today. */
const maxima = { fields: 64, choices: 16, values: 64, characters: 100 } as const;

const valueTypes = ["text", "number", "yes or no", "function", "element"] as const;

/** The type of a field of an event: the part of JSON Schema that events need, and the types `function` and `element`. Without a type any value fits. */
export type EventShape =
  | { type: (typeof valueTypes)[number]; values?: string[] | undefined }
  | { type: "object"; fields: Record<string, EventShape>; required: string[] }
  | { type: "list"; items: EventShape }
  | { type: "one of"; shapes: EventShape[] }
  | { type: "anything" };

const nameSchema = v.pipe(v.string(), v.regex(/^[A-Za-z_$][\w$-]*$/), v.maxLength(maxima.characters));

/** A shape inside of another one. A release document is refused before this when its objects stand too deep in each other. */
const innerSchema: v.GenericSchema<EventShape> = v.lazy(() => eventShapeSchema);

/** Parses an {@link EventShape}. */
export const eventShapeSchema: v.GenericSchema<EventShape> = v.variant("type", [
  v.strictObject({
    type: v.picklist(valueTypes),
    /** The only values that it may have; any when left out. */
    values: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(maxima.characters))), v.maxLength(maxima.values))),
  }),
  v.strictObject({
    type: v.literal("object"),
    fields: v.pipe(v.record(nameSchema, innerSchema), v.maxEntries(maxima.fields)),
    /** The fields that are always there. */
    required: v.pipe(v.array(nameSchema), v.maxLength(maxima.fields)),
  }),
  v.strictObject({ type: v.literal("list"), items: innerSchema }),
  v.strictObject({ type: v.literal("one of"), shapes: v.pipe(v.array(innerSchema), v.maxLength(maxima.choices)) }),
  v.strictObject({ type: v.literal("anything") }),
]);

/** A shape in words: `text`, `"windows" or "osx"`, `an object with id, reason`. */
export function toShapeText(shape: EventShape): string {
  switch (shape.type) {
    case "object":
      return shape.required.length === 0 ? "an object" : `an object with ${shape.required.join(", ")}`;
    case "list":
      return `a list of ${toShapeText(shape.items)}`;
    case "one of":
      return shape.shapes.map(toShapeText).join(" or ");
    case "anything":
      return "anything";
    default:
      return shape.values ? shape.values.map((value) => JSON.stringify(value)).join(" or ") : `${articles[shape.type]}`;
  }
}

const articles: Readonly<Record<(typeof valueTypes)[number], string>> = {
  text: "text",
  number: "a number",
  "yes or no": "true or false",
  function: "a function",
  element: "an element",
};
