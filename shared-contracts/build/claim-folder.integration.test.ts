import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimFolder } from "./claim-folder.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "claim-folder-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("each of several builds that are open at once has a folder of its own, and a later one that of a build that ended", () => {
  const place = join(root, ".build/workbench");
  const claimed = [claimFolder(place), claimFolder(place), claimFolder(place)];
  expect(claimed.map(({ folder }) => folder)).toEqual([place, `${place}-2`, `${place}-3`]);
  claimed[1]?.release();
  const later = claimFolder(place);
  expect(later.folder).toBe(`${place}-2`);
  for (const one of [...claimed, later]) one.release();
});

test("a folder is claimed while another process has it, and free when that one was killed", async () => {
  const place = join(root, "development");
  const source = `
    import { claimFolder } from ${JSON.stringify(join(import.meta.dirname, "claim-folder.ts"))};
    const { folder } = claimFolder(${JSON.stringify(place)});
    // What it claimed is its own also when nothing refers to the function that releases it.
    setTimeout(() => {
      gc();
      process.stdout.write(folder);
    });
    setInterval(() => {}, 60_000);
  `;
  const other = spawn(process.execPath, ["--expose-gc", "--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [told] = await once(other.stdout, "data");
    expect(String(told)).toBe(place);
    const beside = claimFolder(place);
    expect(beside.folder).toBe(`${place}-2`);
    beside.release();
  } finally {
    other.kill("SIGKILL");
  }
  await once(other, "close");
  const after = claimFolder(place);
  expect(after.folder).toBe(place);
  after.release();
});
