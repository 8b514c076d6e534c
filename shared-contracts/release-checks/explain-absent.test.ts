import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainAbsent } from "./explain-absent.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "absent-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What is said of an error in front of whose place a source ends. */
function explain(problem: string, source: string): string | undefined {
  writeFileSync(join(root, "page.tsx"), `${source}length;\n`);
  const lines = source.split("\n");
  const place = { file: "page.tsx", line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
  return explainAbsent(problem, root, place)?.problem;
}

const ofUndefined = "Cannot read properties of undefined (reading 'length')";

test.each([
  [ofUndefined, "const a = 1;\nconst b = window.", "window"],
  [ofUndefined, "export const a = () => localStorage.", "localStorage"],
  ["fetch is not a function", "void ", "fetch"],
  ["ResizeObserver is not a constructor", "new ", "ResizeObserver"],
])("%s, after %j, is about %3$s", (problem, source, name) => {
  expect(explain(problem, source)).toBe(`it uses ${name}, which servers do not have.`);
});

test.each([
  ["of something else", ofUndefined, "tables.window."],
  ["of a field of something else", ofUndefined, "tables."],
  ["of a constant of the file", ofUndefined, "const history = read();\nhistory."],
  ["of a parameter of the file", ofUndefined, "const a = ({ history, depth }) => history."],
  ["of a typed parameter of the file", ofUndefined, "const a = (history: string[]) => history."],
  ["of an import of the file", ofUndefined, "import { past as history } from './past.ts';\nhistory."],
  ["of another import of the file", ofUndefined, "import history from './past.ts';\nhistory."],
  ["of a parameter that is called", "fetch is not a function", "const a = ({ fetch }) => fetch."],
  ["of a function of the file", "read is not a function", ""],
])("an error %s is none", (_what, problem, source) => {
  expect(explain(problem, source)).toBeUndefined();
});

test("without the sources only what is called is known", () => {
  expect(explainAbsent(ofUndefined, undefined, { file: "src/page.tsx", line: 1, column: 8 })).toBeUndefined();
  expect(explainAbsent("fetch is not a function", undefined, {})?.change).toMatch(/^Use it in the browser/);
});
