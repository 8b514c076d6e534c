import { distance } from "fastest-levenshtein";
import { type Expression, parseSync, type Program, Visitor } from "oxc-parser";
import { toPosition } from "../release-checks/to-position.ts";

/** A class that code uses, and that its CSS Module does not have. */
export interface MissingClass {
  line: number;
  /** The request of the module, as it is imported. */
  module: string;
  name: string;
  /** The most similar name of the module. */
  nearest: string | undefined;
}

/** The request of a CSS Module, with or without a query. */
const moduleImport = /\.module\.css(?:\?.*)?$/;

/**
 * The classes that a source file uses and that its CSS Modules do not have: the element's class would be `undefined`. It finds literal names:
 * `styles.button`, `styles["button"]`, a choice between such, and `const { button } = styles`.
 * @param readNames the names of a module, if they are known
 */
export function findMissingClasses(
  file: string,
  source: string,
  readNames: (module: string) => ReadonlySet<string> | undefined,
): MissingClass[] {
  const { program, module, errors } = parseSync(file, source);
  // The compiler reports syntax errors better.
  if (errors.length > 0) return [];
  const modules = new Map<string, string>();
  for (const { moduleRequest, entries } of module.staticImports)
    if (moduleImport.test(moduleRequest.value))
      for (const { importName, localName } of entries)
        if (importName.kind === "Default") modules.set(localName.value, moduleRequest.value);
  // A parameter or variable may have the name of the module, so uses of that name are ambiguous.
  const bound = listBound(program);
  for (const name of modules.keys()) if (bound.includes(name)) modules.delete(name);
  if (modules.size === 0) return [];

  const taken: { module: string; name: string; at: number }[] = [];
  /** The module whose classes an expression has: for a sheet they are its `locals`. */
  const findModule = (expression: Expression): string | undefined => {
    if (expression.type === "Identifier") {
      const found = modules.get(expression.name);
      return found === undefined || isSheet(found) ? aliases.get(expression.name) : found;
    }
    if (expression.type !== "MemberExpression" || expression.computed || expression.object.type !== "Identifier")
      return undefined;
    const found = modules.get(expression.object.name);
    return expression.property.name === "locals" && found !== undefined && isSheet(found) ? found : undefined;
  };
  const aliases = new Map<string, string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      const found = init ? findModule(init) : undefined;
      if (found === undefined) return;
      if (id.type === "Identifier" && bound.indexOf(id.name) === bound.lastIndexOf(id.name))
        aliases.set(id.name, found);
      if (id.type === "ObjectPattern")
        for (const one of id.properties)
          if (one.type === "Property" && !one.computed)
            for (const name of one.key.type === "Identifier" ? [one.key.name] : listTexts(one.key))
              taken.push({ module: found, name, at: one.start });
    },
  }).visit(program);
  new Visitor({
    MemberExpression(expression) {
      const found = findModule(expression.object);
      if (found === undefined) return;
      const { property } = expression;
      const names = !expression.computed && property.type === "Identifier" ? [property.name] : listTexts(property);
      for (const name of names) taken.push({ module: found, name, at: expression.property.start });
    },
  }).visit(program);

  return taken.flatMap(({ module: from, name, at }): MissingClass[] => {
    const names = readNames(from);
    if (!names || names.has(name)) return [];
    return [{ line: toPosition(source, at).line, module: from, name, nearest: findNearest(name, names) }];
  });
}

function isSheet(module: string): boolean {
  return module.endsWith("?sheet");
}

/** The literal texts that an expression chooses between. */
function listTexts(expression: { type: string }): string[] {
  if ("value" in expression && typeof expression.value === "string") return [expression.value];
  const parts = ["consequent", "alternate", "left", "right", "expression"].flatMap((part): unknown =>
    /^(?:Conditional|Logical|Parenthesized)Expression$/.test(expression.type) ? Reflect.get(expression, part) : [],
  );
  return parts.flatMap((part) => (isNode(part) ? listTexts(part) : []));
}

function isNode(value: unknown): value is { type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The names of variables and parameters of a file, once for each declaration. */
export function listBound(program: Program): string[] {
  const names: string[] = [];
  const add = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === "Identifier" && "name" in pattern && typeof pattern.name === "string")
      names.push(pattern.name);
    for (const part of ["properties", "elements", "value", "argument", "left", "parameter"]) {
      const inner: unknown = Reflect.get(pattern, part);
      for (const one of Array.isArray(inner) ? inner : [inner]) add(one);
    }
  };
  const addAll = ({ params }: { params: readonly unknown[] }): void => params.forEach(add);
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addAll,
    FunctionExpression: addAll,
    ArrowFunctionExpression: addAll,
    CatchClause: ({ param }) => add(param),
  }).visit(program);
  return names;
}

/** The name with the smallest edit distance; undefined when all letters would have to change. */
export function findNearest(given: string, names: Iterable<string>): string | undefined {
  const [nearest] = [...names]
    .map((name) => ({ name, changes: distance(given, name) }))
    .toSorted((a, b) => a.changes - b.changes);
  return nearest && nearest.changes < Math.max(given.length, nearest.name.length) ? nearest.name : undefined;
}
