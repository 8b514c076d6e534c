import { type Argument, type FormalParameterRest, type ParamPattern, type Program, Visitor } from "oxc-parser";
import { moreFields } from "../src/releases/release-surface.ts";

/** The fields of a sent detail that the code names. With `*` among them, there may be more. */
export function listWrittenFields(detail: Argument | undefined): string[] {
  if (!detail) return [];
  if (detail.type !== "ObjectExpression") return [moreFields];
  return detail.properties.map((property) =>
    property.type === "Property" && !property.computed && property.key.type === "Identifier"
      ? property.key.name
      : moreFields,
  );
}

/** The fields of an event that a listener reads, by destructuring or as properties of its argument. None when another function gets the event. */
export function listReadFields(listener: Argument | undefined): string[] {
  if (listener?.type !== "ArrowFunctionExpression" && listener?.type !== "FunctionExpression") return [];
  const [detail] = listener.params;
  if (detail?.type === "ObjectPattern") return listTaken(detail);
  if (detail?.type !== "Identifier" || !listener.body) return [];
  const { name } = detail;
  const fields: string[] = [];
  const body: Program["body"] = [
    listener.body.type === "BlockStatement"
      ? listener.body
      : { type: "ExpressionStatement", expression: listener.body, start: 0, end: 0 },
  ];
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (!computed && object.type === "Identifier" && object.name === name && property.type === "Identifier")
        fields.push(property.name);
    },
  }).visit({ type: "Program", sourceType: "module", hashbang: null, body, start: 0, end: 0 });
  return fields;
}

function listTaken(pattern: ParamPattern | FormalParameterRest): string[] {
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property) =>
    property.type === "Property" && property.key.type === "Identifier" ? [property.key.name] : [],
  );
}
