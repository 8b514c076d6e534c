import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isOfSources, recordSources } from "./hash-sources.ts";

function makePackage(): string {
  const root = mkdtempSync(join(tmpdir(), "sources-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/index.ts"), "export {};");
  return root;
}

test("a release is of its sources until one of them changes", () => {
  const root = makePackage();
  expect(isOfSources(root)).toBe(false);
  recordSources(root, []);
  expect(isOfSources(root)).toBe(true);
  writeFileSync(join(root, "src/index.ts"), "export const one = 1;");
  expect(isOfSources(root)).toBe(false);
});

test.each(["", '{"hash":"3f2a', "null", '{"hash":"3f2a"}'])(
  "a record that was cut off or is of an earlier format (%j) leads to a new build, not to an error",
  (text) => {
    const root = makePackage();
    recordSources(root, []);
    writeFileSync(join(root, ".build/sources.json"), text);
    expect(isOfSources(root)).toBe(false);
  },
);
