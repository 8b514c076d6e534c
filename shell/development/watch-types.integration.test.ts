import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { workspaceRoot } from "../cli/workspace.ts";
import type { Problem } from "./problem.ts";
import { watchTypes } from "./watch-types.ts";

vi.setConfig({ testTimeout: 90_000 });

let folder = "";
let end = (): void => undefined;
afterEach(async () => {
  end();
  await rm(folder, { recursive: true, force: true });
});

test("a type error that is saved during the first check is told, and is gone when it was mended", async () => {
  folder = mkdtempSync(join(tmpdir(), "watch-types-"));
  // The compiler watches nothing directly below the root of the disk.
  const root = join(folder, "some/where/below");
  mkdirSync(root, { recursive: true });
  symlinkSync(join(workspaceRoot, "node_modules"), join(root, "node_modules"));
  const settings = { compilerOptions: { strict: true, types: [], lib: ["esnext", "dom"], skipLibCheck: false } };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(settings));
  const file = join(root, "page.ts");
  writeFileSync(file, "export const cards: number = 52;\n");
  const told: Problem[][] = [];
  end = watchTypes(root, (problems) => told.push(problems));
  // The compiler has read the file by then, and is checking the libraries.
  await new Promise((resolve) => setTimeout(resolve, 150));
  writeFileSync(file, 'export const cards: number = "fifty-two";\n');
  await vi.waitFor(
    () => expect(told.at(-1)).toMatchObject([{ file: "page.ts", line: 1, text: expect.stringContaining("TS2322") }]),
    { timeout: 30_000, interval: 50 },
  );
  writeFileSync(file, "export const cards: number = 52;\n");
  await vi.waitFor(() => expect(told.at(-1)).toEqual([]), { timeout: 30_000, interval: 50 });
});
