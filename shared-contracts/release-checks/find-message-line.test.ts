import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, onTestFinished } from "vitest";
import { findField, findQuoted } from "./find-message-line.ts";

function write(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "field-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "src"));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, "src", file), text);
  return root;
}

test("A field of an event is named at the line that names both, or else in a file that names the event, or where the event is named.", () => {
  const root = write({
    "a.ts": 'bus.emit("menu:toggled", { opne });',
    "b.ts": 'bus.on("screen:changed", (screen) => {\n  read(screen.opne);\n});',
    "c.ts": 'const opne = 1;\nbus.on("screen:changed", ({ opne }) => {});',
  });
  expect(findField(root, "screen:changed", "opne")).toEqual({ file: "src/c.ts", line: 2 });
  expect(findField(root, "menu:toggled", "opne")).toEqual({ file: "src/a.ts", line: 1 });
  rmSync(join(root, "src/c.ts"));
  expect(findField(root, "screen:changed", "opne")).toEqual({ file: "src/b.ts", line: 2 });
  expect(findField(root, "screen:changed", "op")).toEqual({ file: "src/b.ts", line: 1 });
  expect(findField(undefined, "screen:changed", "opne")).toBeUndefined();
});

test("An event is named at the line that uses it, and only without one at the line that declares it.", () => {
  const root = write({
    "a.ts": 'declare module "x" {\n  interface SiteEvents {\n    "lobby:opened": { at: string };\n  }\n}',
    "b.ts": 'const open = () =>\n  bus.emit("lobby:opened", { at: "a" });',
  });
  expect(findQuoted(root, "lobby:opened")).toEqual({ file: "src/b.ts", line: 2 });
  rmSync(join(root, "src/b.ts"));
  expect(findQuoted(root, "lobby:opened")).toEqual({ file: "src/a.ts", line: 3 });
});
