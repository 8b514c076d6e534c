import { type Argument, type Expression, type ObjectExpression, parseSync, type Program, Visitor } from "oxc-parser";
import type { HeadDefinition } from "../react/define-head.ts";
import type { IslandDefinition } from "../react/define-island.ts";
import type { Position } from "../src/islands/thrown-at.ts";
import { findEncodingMistake } from "./find-encoding-mistake.ts";
import { findRefusedImports, findUnnamedImport, mayBeRefused, type MistakeAt } from "./find-import-mistakes.ts";
import { findNearest, listBound } from "./find-missing-classes.ts";
import { findNodeNames, mayNameNode } from "./find-node-names.ts";
import { findPolicyMistakes, mayBreakPolicy } from "./find-policy-mistakes.ts";
import { findSharedMistakes, mayImportShared } from "./find-shared-mistakes.ts";
import { toPosition } from "../release-checks/to-position.ts";

/** Code that no release may contain, with advice. */
export interface CodeMistake extends Position {
  /** A sentence. */
  problem: string;
  change: string;
}

/** The fields of a definition. Types refuse others too, but a build runs without types. */
const fields: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "defineIsland",
    Object.keys({
      component: true,
      hydrate: true,
      hydrateOnQuery: true,
      data: true,
      vendors: true,
      variants: true,
      router: true,
      head: true,
    } satisfies Record<keyof IslandDefinition, true>),
  ],
  ["defineHead", Object.keys({ vendors: true, render: true } satisfies Record<keyof HeadDefinition, true>)],
]);

/** Whether a file may contain a mistake. Most files need not be parsed. */
const suspicious = /\bFunction\s*\(|\bawait\b|\bimport\.meta\b|\bimport\s*\(|\bdefine(?:Island|Head)\s*\(/;

/**
 * The mistakes of a source file that the bundler and the server would report later, less clearly or not at all.
 * @param isOfRemote whether it is a source of a remote, which has the shared libraries of the shell alone
 */
export function findCodeMistakes(file: string, source: string, isOfRemote = true): CodeMistake[] {
  const undecoded = findEncodingMistake(source);
  if (undecoded.length > 0) return undecoded;
  const patterns = [suspicious, mayBeRefused, mayNameNode, ...(isOfRemote ? [mayImportShared, mayBreakPolicy] : [])];
  if (!patterns.some((pattern) => pattern.test(source))) return [];
  const { program, module, errors } = parseSync(file, source);
  // The compiler reports syntax errors better.
  if (errors.length > 0) return [];
  const found: MistakeAt[] = [
    ...findRefusedImports(module),
    ...(isOfRemote ? [...findSharedMistakes(module), ...findPolicyMistakes(program)] : []),
    ...findUnnamedImports(program),
    ...findTopLevelAwaits(program),
    ...findEvaluatedTexts(program),
    ...findImportMeta(program, source),
    ...findNodeNames({ program, module, source }),
    ...findUnknownFields(program),
  ];
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, problem, change }) => ({ ...toPosition(source, at), problem, change }));
}

function findUnnamedImports(program: Program): MistakeAt[] {
  const found: MistakeAt[] = [];
  new Visitor({ ImportExpression: (one) => void found.push(...findUnnamedImport(one)) }).visit(program);
  return found;
}

/** Positions of top-level `await`. */
export function findTopLevelAwaits(program: Program): MistakeAt[] {
  const found: MistakeAt[] = [];
  let depth = 0;
  const enter = (): void => void (depth += 1);
  const leave = (): void => void (depth -= 1);
  const note = (at: number): void => {
    if (depth === 0)
      found.push({
        at,
        problem: "this waits while the file is loaded, and the server loads a release in one go.",
        change: "Wait inside of a function that runs in the browser, such as an effect.",
      });
  };
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    AwaitExpression: ({ start }) => note(start),
    ForOfStatement: ({ start, await: waits }) => (waits ? note(start) : undefined),
  }).visit(program);
  return found;
}

/** Positions where a text is evaluated as code: browsers refuse it by the policy of every page, when an event or effect runs it. */
function findEvaluatedTexts(program: Program): MistakeAt[] {
  if (listBound(program).includes("Function")) return [];
  const found: MistakeAt[] = [];
  const note = (callee: Expression, at: number): void => {
    const isGlobal =
      callee.type === "MemberExpression" &&
      callee.object.type === "Identifier" &&
      ["globalThis", "window", "self"].includes(callee.object.name);
    const named = isGlobal ? callee.property : callee;
    if (named.type === "Identifier" && named.name === "Function")
      found.push({
        at,
        problem: "Function makes code of a text, which the content security policy of every page refuses when it runs.",
        change: "Write it as a function.",
      });
  };
  new Visitor({
    NewExpression: ({ callee, start }) => note(callee, start),
    CallExpression: ({ callee, start }) => note(callee, start),
  }).visit(program);
  return found;
}

/** Positions where a file reads its own address, or settings of another bundler: on the server a release is one file without an address. */
export function findImportMeta(program: Program, source: string): MistakeAt[] {
  const found: MistakeAt[] = [];
  const note = (start: number, end: number): void => {
    const name = source.slice(start, end);
    found.push({
      at: start,
      problem: `${name} is used, and code of a release has no import.meta: the server has it as one file without an address.`,
      change:
        insteadOfMeta.get(name) ??
        "Import the SVG or JSON file itself. There is no file for a worker: split long work into parts.",
    });
  };
  new Visitor({
    MemberExpression: ({ object, start, end }) => (isMeta(object) ? note(start, end) : undefined),
  }).visit(program);
  return found;
}

/** What to write in place of what other bundlers put there. */
const insteadOfMeta: ReadonlyMap<string, string> = new Map([
  [
    "import.meta.env",
    "Take what differs between sites from the context of the island: a release is built once for all of them.",
  ],
  ["import.meta.glob", "Write each import."],
  ["import.meta.hot", "Leave it out: the development server keeps the state of a page that is saved."],
]);

function isMeta({ type, ...rest }: Expression): boolean {
  return type === "MetaProperty" && "meta" in rest && rest.meta.name === "import";
}

/** Fields of definitions that nothing reads. */
function findUnknownFields(program: Program): MistakeAt[] {
  const found: MistakeAt[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      const name = callee.type === "Identifier" ? callee.name : "";
      const known = fields.get(name);
      const object = definition && toObject(definition);
      for (const property of known && object ? object.properties : []) {
        if (property.type !== "Property" || property.computed) continue;
        const { key } = property;
        const field = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : undefined;
        if (known === undefined || field === undefined || known.includes(field)) continue;
        const nearest = findNearest(field, known);
        found.push({
          at: property.start,
          problem: `${name} has no field ${field}.`,
          change:
            nearest === undefined ? `Its fields are ${known.join(", ")}.` : `Write ${nearest}, which is the nearest.`,
        });
      }
    },
  }).visit(program);
  return found;
}

function toObject(expression: Argument): ObjectExpression | undefined {
  if (expression.type === "ObjectExpression") return expression;
  return expression.type === "TSAsExpression" || expression.type === "TSSatisfiesExpression"
    ? toObject(expression.expression)
    : undefined;
}
