import { type EcmaScriptModule, type Program, Visitor } from "oxc-parser";
import { listBound } from "./find-missing-classes.ts";
import type { MistakeAt } from "./find-import-mistakes.ts";

/** A source file and what the parser read in it. */
export interface ParsedFile {
  program: Program;
  module: EcmaScriptModule;
  source: string;
}

/** What Node has and browsers have not. Types know these names, because tests and configurations run in Node. */
const names = ["process", "Buffer", "setImmediate"];

/** Whether a file may name one of {@link names}. */
export const mayNameNode = new RegExp(String.raw`\b(?:${names.join("|")})\b`);

/** What the build writes a value for. */
const filledIn = /^process\.env(?:\.NODE_ENV\b|\[["']NODE_ENV["']\])/;

/**
 * Where code takes something of Node. The server may know it, and then the release checks find nothing: in browsers it ends the hydration of an island, or
 * the press that it is for. A file that asks whether there is such a name is left alone.
 */
export function findNodeNames({ program, module, source }: ParsedFile): MistakeAt[] {
  const imported = module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value));
  const bound = [...listBound(program), ...imported];
  const isNodeGlobal = (name: string): boolean =>
    names.includes(name) && !bound.includes(name) && !new RegExp(String.raw`\btypeof ${name}\b`).test(source);
  const found: MistakeAt[] = [];
  const note = (name: string, start: number, end: number): void => {
    if (!isNodeGlobal(name) || filledIn.test(source.slice(start))) return;
    const isSetting = source.startsWith("process.env", start);
    found.push({
      at: start,
      problem: `${source.slice(start, end)} is asked for, and browsers have no ${name}.`,
      change: isSetting
        ? "Write the value in the source, or take what differs between sites from the context of the island: a release is built once for all of them."
        : "Use what browsers have too.",
    });
  };
  const inner = new Set<number>();
  new Visitor({
    MemberExpression({ object, start, end }) {
      // Of `process.env.MODE` the whole is named, which is visited before its part.
      if (inner.has(start)) return;
      let root = object;
      while (root.type === "MemberExpression") root = root.object;
      if (root.type !== "Identifier" || !names.includes(root.name)) return;
      inner.add(start);
      note(root.name, start, end);
    },
    CallExpression({ callee }) {
      if (callee.type === "Identifier") note(callee.name, callee.start, callee.end);
    },
  }).visit(program);
  return found;
}
