import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { workspaceRoot } from "../cli/workspace/workspace.ts";
import type { Problem } from "./problem.ts";
import { watchTypes } from "./watch-types.ts";

vi.setConfig({ testTimeout: 90_000 });

let folder = "";
let root = "";
let end = (): void => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watch-types-"));
  root = join(folder, "remote");
  mkdirSync(root);
  symlinkSync(join(workspaceRoot, "node_modules"), join(root, "node_modules"));
  const settings = { compilerOptions: { strict: true, types: [], lib: ["esnext", "dom"], skipLibCheck: false } };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(settings));
  writeFileSync(join(root, "page.ts"), "export const cards: number = 52;\n");
});
afterEach(async () => {
  end();
  await rm(folder, { recursive: true, force: true });
});

test("a type error that is saved during the first check is told, and is gone when it was mended", async () => {
  const file = join(root, "page.ts");
  const told: Problem[][] = [];
  ({ end } = watchTypes(root, (problems) => told.push(problems)));
  // The compiler has read the file by then, and is checking the libraries.
  await vi.waitFor(() => expect(listCompilers(root)).toHaveLength(1), { timeout: 10_000, interval: 5 });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(told).toEqual([]);
  writeFileSync(file, 'export const cards: number = "fifty-two";\n');
  await vi.waitFor(
    () => expect(told.at(-1)).toMatchObject([{ file: "page.ts", line: 1, text: expect.stringContaining("TS2322") }]),
    { timeout: 30_000, interval: 50 },
  );
  writeFileSync(file, "export const cards: number = 52;\n");
  await vi.waitFor(() => expect(told.at(-1)).toEqual([]), { timeout: 30_000, interval: 50 });
});

test("many errors, as a mistake in a setting makes them, are told by the first twenty and their number", async () => {
  writeFileSync(
    join(root, "page.ts"),
    Array.from({ length: 25 }, (_, index) => `export const a${index}: number = "x";\n`).join(""),
  );
  const told: Problem[][] = [];
  ({ end } = watchTypes(root, (problems) => told.push(problems)));
  await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 60_000, interval: 50 });
  expect(told[0]).toHaveLength(21);
  expect(told[0]?.at(-1)).toEqual({ kind: "types", text: "The compiler finds 5 more errors. Correct these first." });
});

test("a setting that the compiler does not know is told", async () => {
  writeFileSync(
    join(root, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { strict: true, stict: true, types: [] } }),
  );
  const told: Problem[][] = [];
  ({ end } = watchTypes(root, (problems) => told.push(problems)));
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject([{ text: expect.stringContaining("'stict'") }]), {
    timeout: 30_000,
    interval: 50,
  });
});

test("an error is told with the compiler's reasons, and as well while a link in the folder leads to itself", async () => {
  symlinkSync("loop", join(root, "loop"));
  writeFileSync(
    join(root, "page.ts"),
    "export const deal: (cards: number) => void = (a: number, b: number) => void [a, b];\n",
  );
  const told: Problem[][] = [];
  ({ end } = watchTypes(root, (problems) => told.push(problems)));
  await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 30_000, interval: 50 });
  expect(told[0]).toMatchObject([
    {
      file: "page.ts",
      line: 1,
      text: expect.stringMatching(/^TS2322: .+\n +Target signature provides too few arguments/),
    },
  ]);
});

test("a compiler that ends without a word is told of", async () => {
  rmSync(join(root, "node_modules"));
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(root, "node_modules/.bin/tsc"), "#!/bin/sh\nexit 139\n", { mode: 0o755 });
  const told: Problem[][] = [];
  ({ end } = watchTypes(root, (problems) => told.push(problems)));
  await vi.waitFor(
    () => expect(told.at(-1)).toMatchObject([{ text: expect.stringMatching(/types are not checked: .*139/) }]),
    { timeout: 30_000, interval: 50 },
  );
});

test.runIf(process.platform === "linux")("no compiler goes on when the watch ends during a check", async () => {
  const before = listCompilers(workspaceRoot);
  // A check of the whole workspace takes seconds.
  ({ end } = watchTypes(workspaceRoot, () => undefined));
  const started = await vi.waitFor(() => {
    const added = listCompilers(workspaceRoot).filter((id) => !before.includes(id));
    expect(added).toHaveLength(1);
    return added;
  });
  // It uses all processors, and is waited for less than what a save shows.
  expect(started.map((id) => getPriority(Number(id)))).toEqual([10]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  end();
  await vi.waitFor(() => expect(listCompilers(workspaceRoot).filter((id) => started.includes(id))).toEqual([]));
});

/** The ids of the processes that check the types of a folder. */
function listCompilers(checked: string): string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      return (
        readlinkSync(`/proc/${id}/cwd`) === checked &&
        /\btsc\0.*--incremental/.test(readFileSync(`/proc/${id}/cmdline`, "utf8"))
      );
    } catch {
      // No process, or one that has ended meanwhile.
      return false;
    }
  });
}
