import { globSync } from "node:fs";
import { basename } from "node:path";
import { readDocument, workspaceRoot } from "./markdown-files.ts";

/** The document with the list of behaviours, relative to the root of the workspace. */
export const behavioursFile = "docs/behaviours.md";

/** One row of the list. */
export interface Behaviour {
  /** `B` and three digits. */
  id: string;
  sentence: string;
  /** Names of packages without `remote-`, or `all`. */
  owners: string[];
  /** The fourth cell: links to the test files that name the behaviour, or `No test: ` and the reason. */
  tests: string;
}

const sourceFiles = "{shell,shared-contracts,remote-*,scripts}/**/*.{ts,tsx,mjs,css,md}";
const isGenerated = /(^|\/)(node_modules|dist|\.build|results)(\/|$)/;
const isTest = /\.test\.tsx?$/;
/** Tables and suites from which test files take titles. */
const isTestHelper = /^shell\/e2e\/.*\.ts$|^(shared-contracts|remote-[^/]+)\/testing\/.*\.tsx?$/;

/** The rows of the list, in the order of the document. */
export function parseBehaviours(document: string): Behaviour[] {
  return [...document.matchAll(/^\| (B\d{3}) \| (.+?) \| (.+?) \| ?(.*?) ?\|$/gm)].map(
    ([, id = "", sentence = "", owners = "", tests = ""]) => ({ id, sentence, owners: owners.split(", "), tests }),
  );
}

/** The behaviours in a text: `B083`, and each of a range such as `B210-B214`. */
export function listNamed(text: string): string[] {
  return [...text.matchAll(/\bB(\d{3})(?:-B(\d{3}))?\b/g)].flatMap(([, first = "", last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `B${String(Number(first) + index).padStart(3, "0")}`,
    ),
  );
}

/** A source without its comments, so that only behaviours in titles, and in tables of titles, are found. */
export function withoutComments(source: string): string {
  return source
    .split("\n")
    .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .map((line) => line.replace(/\s\/\/\s.*$/, ""))
    .join("\n");
}

/** Paths of all sources and READMEs of the packages, from the root of the workspace. */
export function listSources(): string[] {
  return globSync(sourceFiles, { cwd: workspaceRoot, exclude: (path) => isGenerated.test(path) }).toSorted();
}

/** The tests of the list itself: what they name are examples. */
const isOfList = /^scripts\/docs\//;

/** The files whose tests name each behaviour. */
export function findTests(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const tests = listSources().filter((file) => isTest.test(file) || isTestHelper.test(file));
  for (const path of tests.filter((file) => !isOfList.test(file))) {
    for (const id of new Set(listNamed(withoutComments(readDocument(path)))))
      found.set(id, [...(found.get(id) ?? []), path]);
  }
  return found;
}

/** The document with the fourth cell of each row from the current tests. A row without tests keeps its reason. */
export function writeTests(document: string, tests: Map<string, string[]>): string {
  return document.replaceAll(
    /^(\| (B\d{3}) \| .+? \| .+? \|)(.*)\|$/gm,
    (_row, start: string, id: string, rest: string) => {
      const links = (tests.get(id) ?? []).map((path) => `[${toLabel(path)}](../${path})`);
      return `${start} ${links.length > 0 ? links.join(", ") : rest.trim()} |`;
    },
  );
}

/** The name of a test file with its kind, such as `quick-area, e2e`; that of a table of titles alone. */
function toLabel(path: string): string {
  const file = basename(path);
  const [name = ""] = file.split(".");
  if (!isTest.test(file)) return name;
  const kind = /(?:^|\.)(e2e|integration|contract|prove)\.test\.tsx?$/.exec(file)?.[1] ?? "unit";
  return name === kind ? name : `${name}, ${kind}`;
}
