import { type EcmaScriptModule, type Program, Visitor } from "oxc-parser";
import { listBound } from "./find-missing-classes.ts";
import type { MistakeAt } from "./find-import-mistakes.ts";

/** A source file with the result of the parser. */
export interface ParsedFile {
  program: Program;
  module: EcmaScriptModule;
  source: string;
}

/** Globals of Node that browsers lack. Types know these names, because tests and configurations run in Node. */
const names = ["process", "Buffer", "setImmediate"];

/** Whether a file may use one of {@link names}. */
export const mayNameNode = new RegExp(String.raw`\b(?:${names.join("|")})\b`);

/** Names that the build replaces by a value. */
const filledIn = /^process\.env(?:\.NODE_ENV\b|\[["']NODE_ENV["']\])/;

/**
 * Uses of Node's globals. The server may have them, so the release checks find nothing, but in browsers they stop the hydration of an island, or the
 * handler of a press. A file that tests whether such a name exists is not reported.
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
      problem: `${source.slice(start, end)} is used, and browsers have no ${name}.`,
      change: isSetting
        ? "Write the value in the source, or take what differs between sites from the context of the island: a release is built once for all of them."
        : "Use what browsers have too.",
    });
  };
  const inner = new Set<number>();
  new Visitor({
    MemberExpression({ object, start, end }) {
      // `process.env.MODE` is reported as a whole, which is visited before its part.
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
