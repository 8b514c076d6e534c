import { type Argument, type Expression, parseSync, Visitor } from "oxc-parser";
import type { Position } from "../src/islands/thrown-at.ts";
import { findNearest } from "./find-missing-classes.ts";
import { toPosition } from "../release-checks/to-position.ts";

/** A message that code asks for, and that no language has. */
export interface MissingMessage extends Position {
  id: string;
  /** The most similar id that there is. */
  nearest: string | undefined;
}

/** Whether a file may ask for a message. Others need not be parsed. */
export const mayAskForMessage = /\bformatMessage\b|\bFormattedMessage\b|\bdefineMessages?\b/;

/**
 * The messages that a source file asks for by an id that is written there, and that are in no language: an event or an effect would show the id. It reads
 * `formatMessage({ id })`, `<FormattedMessage id>`, `defineMessage` and `defineMessages`.
 * @param known the ids of all languages
 */
export function findMissingMessages(file: string, source: string, known: ReadonlySet<string>): MissingMessage[] {
  const { program, errors } = parseSync(file, source);
  // The compiler reports syntax errors better.
  if (errors.length > 0) return [];
  const asked: { id: string; at: number }[] = [];
  const note = (expression: Expression): void => {
    for (const id of listIds(expression)) asked.push({ id, at: expression.start });
  };
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const name = toName(callee);
      if (first === undefined) return;
      if (name === "formatMessage" || name === "defineMessage") for (const id of listIdFields(first)) note(id);
      if (name === "defineMessages" && first.type === "ObjectExpression")
        for (const one of first.properties)
          if (one.type === "Property") for (const id of listIdFields(one.value)) note(id);
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== "JSXIdentifier" || name.name !== "FormattedMessage") return;
      for (const one of attributes) {
        if (one.type !== "JSXAttribute" || one.name.name !== "id") continue;
        if (one.value?.type === "Literal") note(one.value);
        if (one.value?.type === "JSXExpressionContainer" && one.value.expression.type !== "JSXEmptyExpression")
          note(one.value.expression);
      }
    },
  }).visit(program);
  return asked
    .filter(({ id }) => !known.has(id))
    .map(({ id, at }) => ({ ...toPosition(source, at), id, nearest: findNearest(id, known) }));
}

function toName(callee: Expression): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
}

/** The values of the field `id` of an object, or of the objects that an expression chooses between. */
function listIdFields(expression: Argument): Expression[] {
  if (expression.type === "ConditionalExpression")
    return [expression.consequent, expression.alternate].flatMap(listIdFields);
  if (expression.type !== "ObjectExpression") return [];
  return expression.properties.flatMap((one) =>
    one.type === "Property" && !one.computed && one.key.type === "Identifier" && one.key.name === "id"
      ? [one.value]
      : [],
  );
}

/** The ids that an expression chooses between, as far as they are written in it. */
function listIds(expression: Expression): string[] {
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "string" ? [expression.value] : [];
    case "TemplateLiteral":
      return expression.expressions.length === 0 ? [expression.quasis[0]?.value.cooked ?? ""] : [];
    case "ConditionalExpression":
      return [expression.consequent, expression.alternate].flatMap(listIds);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return listIds(expression.expression);
    default:
      return [];
  }
}
