import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findOrderedFolder, findSide, mayImport, type Side } from "./folder-order.ts";

/** The part of the source that a rule visits: nodes in the format of ESTree. */
interface ImportNode {
  source: { value: unknown } | null;
  specifiers?: { type: string; local: { name?: string } }[];
  importKind?: string;
  exportKind?: string;
}

interface RuleContext {
  filename: string;
  /** The folder the linter was started in. */
  cwd: string;
  report(problem: { node: ImportNode; message: string }): void;
}

type Visitor = Record<string, (node: ImportNode) => void>;

/** Why an import is refused; undefined when it is fine. Paths are of the workspace. */
type Judge = (from: string, specifier: string, to: string | undefined, isType: boolean) => string | undefined;

function toRule(judge: Judge): { create(context: RuleContext): Visitor } {
  return {
    create(context) {
      const from = relative(context.cwd, context.filename);
      const look = (node: ImportNode): void => {
        const specifier = node.source?.value;
        if (typeof specifier !== "string") return;
        const isType = node.importKind === "type" || node.exportKind === "type";
        const message = judge(from, specifier, resolveImport(context.cwd, from, specifier), isType);
        if (message !== undefined) context.report({ node, message });
      };
      return {
        ImportDeclaration: look,
        ImportExpression: look,
        ExportNamedDeclaration: look,
        ExportAllDeclaration: look,
      };
    },
  };
}

/** Refuses imports of a higher folder, by {@link findOrderedFolder}. */
const judgeFolderOrder: Judge = (from, _specifier, to) => {
  const own = findOrderedFolder(from);
  const other = to === undefined ? undefined : findOrderedFolder(to);
  if (own === undefined || other === undefined || mayImport(own, other)) return undefined;
  return `${own}/ stands below ${other}/ and never imports it. Move what both need into the lower folder, or this code into the upper one (scripts/lint/folder-order.ts has the order).`;
};

/** Refuses imports of the other side's code. Types are allowed, because they are removed before code runs. */
const judgeSides: Judge = (from, specifier, to, isType) => {
  const own = findSide(from);
  if (own === undefined || isType) return undefined;
  if (specifier.startsWith("node:"))
    return own === "server"
      ? undefined
      : `Only code that runs on the server alone imports ${specifier}: call the file *.server.ts, or move what needs it there.`;
  const other = to === undefined ? undefined : findSide(to);
  return other === undefined ? undefined : sideProblems[own][other];
};

const sideProblems: Record<Side, Partial<Record<Side, string>>> = {
  browser: {
    server:
      "Browser code never imports server code: it would be sent to every visitor. Put what both need into the contract, or ask an address of the server for it.",
  },
  both: {
    server:
      "This file runs in the browser too, and never imports server code. Take the type alone (import type), or call the file *.server.ts.",
  },
  server: {
    browser:
      "Server code never imports browser code: there is no window here. Put what both need into a file without a suffix.",
  },
};

/** Test helpers that start processes. */
const startsProcesses = /^shell\/src\/server\/(testing\/(use-)?fixture-app|composition\/render\/render-pool)\.ts$/;

/** Refuses unit tests that start processes: `npm run checks` runs unit tests within half a minute. */
const judgeQuickTests: Judge = (from, _specifier, to, isType) =>
  /\/[^./]+\.test\.tsx?$/.test(from) && to !== undefined && startsProcesses.test(to) && !isType
    ? "A unit test starts no processes, and this file does: call the file *.integration.test.ts."
    : undefined;

/** The imported file by its path in the workspace; undefined for a library and for a missing file. */
function resolveImport(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  if (!specifier.startsWith(contractsName)) return undefined;
  const target = readExports(root)[`.${specifier.slice(contractsName.length)}`];
  return target === undefined ? undefined : join("shared-contracts", target);
}

/** Requires one name for each library: readers know `v` as valibot. */
const shortNames = {
  create: (context: RuleContext): Visitor => ({
    ImportDeclaration(node) {
      const isShort = node.specifiers?.some(
        ({ type, local }) => type === "ImportNamespaceSpecifier" && local.name === "v",
      );
      if (isShort && node.source?.value !== "valibot")
        context.report({
          node,
          message: "`v` means valibot and nothing else. Name this import after what it is, such as `wire`.",
        });
    },
  }),
};

const contractsName = "@site/contracts";
let known: Record<string, string> | undefined;

/** The files that the contract exports, by subpath. Of two sides the server's file represents both. */
function readExports(root: string): Record<string, string> {
  if (known) return known;
  const file = join(root, "shared-contracts/package.json");
  const { exports = {} }: { exports?: Record<string, string | { default: string }> } = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {};
  known = Object.fromEntries(
    Object.entries(exports).flatMap(([key, target]) => (typeof target === "string" ? [[key, target]] : [])),
  );
  return known;
}

export default {
  meta: { name: "site" },
  rules: {
    "folder-order": toRule(judgeFolderOrder),
    sides: toRule(judgeSides),
    "quick-tests": toRule(judgeQuickTests),
    "short-names": shortNames,
  },
};
