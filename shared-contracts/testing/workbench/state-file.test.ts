import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readStates, saveState } from "./state-file.ts";

const toFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "states-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test("a state is in the file under its name", () => {
  const root = toFolder();
  saveState(root, JSON.stringify({ name: "With a long name", query: "expose=button" }));
  expect(readStates(root)).toEqual({ "With a long name": "expose=button" });
});

test.each(["constructor", "prototype"])("a state is not named %s: it would be in the file and in no list", (name) => {
  const root = toFolder();
  expect(() => saveState(root, JSON.stringify({ name, query: "expose=button" }))).toThrow(/is not constructor/);
  expect(readStates(root)).toEqual({});
});
