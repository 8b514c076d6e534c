import { type Argument, type Expression, parseSync, type Program, Visitor } from "oxc-parser";
import * as v from "valibot";
import { isSiteEvent } from "../src/events/is-site-event.ts";
import { eventNamePattern, moreFields, slotsSchema } from "../src/releases/release-surface.ts";
import { listReadFields, listWrittenFields } from "./event-fields.ts";
import { toPosition } from "../release-checks/to-position.ts";

/** Names of events or slots in a call; undefined when they are not written in the file. */
type Names = readonly string[] | undefined;

/** What a source file uses of other packages, and offers to them. */
export interface ModuleUses {
  /** Its imports at run time, as they are written. */
  imports: string[];
  slots: string[];
  sends: { event: string; fields: string[] }[];
  hears: { event: string; fields: string[] }[];
}

/**
 * Reads the slots, the sent and heard events, and the imports of a source file. Names have to be written in the file: as a text, as a choice between
 * texts, or in a list that a loop iterates over.
 * @throws Error with file and line for an event or a slot whose name is not written there, and for a slot that no island can fill
 */
export function readModule(file: string, source: string): ModuleUses {
  const { program, module, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const uses: ModuleUses = { imports: [], slots: [], sends: [], hears: [] };
  for (const { moduleRequest, entries } of module.staticImports)
    if (entries.length === 0 || entries.some(({ isType }) => !isType)) uses.imports.push(moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest && !isType) uses.imports.push(moduleRequest.value);
  for (const { moduleRequest } of module.dynamicImports) {
    const written = /^["'`]([^"'`$]+)["'`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (written !== undefined) uses.imports.push(written);
  }
  const bindings = readBindings(program);
  const refuse = (at: number, what: string): never => {
    const { line } = toPosition(source, at);
    throw new Error(
      `${file}:${line}: ${what} is not written here, so the release cannot say it to other packages. Write it as a text.`,
    );
  };
  const refuseSlot = (at: number, slot: string): never => {
    const { line } = toPosition(source, at);
    throw new Error(
      `${file}:${line}: a slot asks for ${JSON.stringify(slot)}, which no island can be named. Write its package and its island in small letters, such as download/button, and its variant so too.`,
    );
  };
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      const called = toCalled(callee);
      const [name, detail] = given;
      if (called === undefined || !name) return;
      const isPlain = called.name === "addEventListener" || called.name === "dispatchEvent";
      const names = isPlain ? toDomEventNames(name) : findNames(name, bindings);
      if (names === undefined) {
        if (called.ofBus) refuse(start, `the name of an event that it ${called.name === "emit" ? "sends" : "hears"}`);
        return;
      }
      // Other objects than the bus have events too, and methods with these names.
      const isOfSite = (one: string): boolean => called.ofBus || isPlain || isSiteEvent(one);
      for (const event of names.filter((one) => eventNamePattern.test(one) && isOfSite(one))) {
        if (called.name === "emit") uses.sends.push({ event, fields: listWrittenFields(detail) });
        else if (called.name === "dispatchEvent") uses.sends.push({ event, fields: [moreFields] });
        else uses.hears.push({ event, fields: isPlain ? [] : listReadFields(detail) });
      }
    },
    JSXOpeningElement({ name, attributes, start }) {
      if (name.type !== "JSXIdentifier" || name.name !== "Slot") return;
      const read = (attribute: string): Names => {
        for (const one of attributes) {
          if (one.type !== "JSXAttribute" || one.name.name !== attribute) continue;
          if (one.value?.type === "Literal") return [String(one.value.value)];
          const inner = one.value?.type === "JSXExpressionContainer" ? one.value.expression : undefined;
          return inner && inner.type !== "JSXEmptyExpression" ? findNames(inner, bindings) : undefined;
        }
        return attributes.some(({ type }) => type === "JSXSpreadAttribute") ? undefined : [""];
      };
      const islands = read("name") ?? refuse(start, "the name of a slot");
      for (const island of islands)
        for (const variant of read("variant") ?? ["*"]) {
          const slot = variant === "" ? island : `${island}#${variant}`;
          if (!v.is(slotsSchema, [slot])) refuseSlot(start, slot);
          uses.slots.push(slot);
        }
    },
  }).visit(program);
  return uses;
}

/** The name of a called function about events, and whether it is certainly the bus's. */
function toCalled(callee: Expression): { name: string; ofBus: boolean } | undefined {
  if (callee.type === "Identifier")
    return ["addEventListener", "dispatchEvent", "emit", "on"].includes(callee.name)
      ? { name: callee.name, ofBus: false }
      : undefined;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  const { name } = callee.property;
  if (name === "addEventListener" || name === "dispatchEvent") return { name, ofBus: false };
  if (name !== "emit" && name !== "on") return undefined;
  const { object } = callee;
  const owner =
    object.type === "Identifier"
      ? object.name
      : object.type === "MemberExpression" && object.property.type === "Identifier"
        ? object.property.name
        : "";
  return { name, ofBus: owner === "bus" };
}

/** The site events that a plain script listens to or dispatches: `"site:route:changed"` or `toDomEventType("route:changed")`. */
function toDomEventNames(argument: Argument): string[] {
  if (argument.type === "Literal")
    return typeof argument.value === "string" && argument.value.startsWith("site:") ? [argument.value.slice(5)] : [];
  if (argument.type === "NewExpression") return argument.arguments[0] ? toDomEventNames(argument.arguments[0]) : [];
  if (argument.type !== "CallExpression" || argument.callee.type !== "Identifier") return [];
  const [name] = argument.arguments;
  return argument.callee.name === "toDomEventType" && name?.type === "Literal" ? [String(name.value)] : [];
}

/** The values of names in the file: constants, and the variables of loops over lists. */
function readBindings(program: Program): Map<string, Expression> {
  const bindings = new Map<string, Expression>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) bindings.set(id.name, init);
    },
    ForOfStatement({ left, right }) {
      const [declared] = left.type === "VariableDeclaration" ? left.declarations : [];
      if (declared?.id.type === "Identifier") bindings.set(declared.id.name, right);
    },
  }).visit(program);
  return bindings;
}

/** The possible texts of an expression; undefined when one of them is not written in the file. */
function findNames(expression: Argument, bindings: ReadonlyMap<string, Expression>, depth = 0): Names {
  const look = (inner: Expression): Names => findNames(inner, bindings, depth + 1);
  if (depth > 8) return undefined;
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "string" ? [expression.value] : undefined;
    case "Identifier": {
      const bound = bindings.get(expression.name);
      return bound && look(bound);
    }
    case "ConditionalExpression": {
      const names = [look(expression.consequent), look(expression.alternate)];
      return names.every((one) => one !== undefined) ? names.flat() : undefined;
    }
    case "ArrayExpression": {
      const names = expression.elements.map((one) => (one && one.type !== "SpreadElement" ? look(one) : undefined));
      return names.every((one) => one !== undefined) ? names.flat() : undefined;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return look(expression.expression);
    default:
      return undefined;
  }
}
