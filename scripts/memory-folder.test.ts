import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeMemoryFolder } from "./memory-folder.ts";

const disk = mkdtempSync(join(tmpdir(), "memory-disk-"));
afterAll(() => rmSync(disk, { recursive: true, force: true }));

test("a folder for temporary files is made on the disk in memory, and removed with what is in it", () => {
  const folder = makeMemoryFolder(disk, 1);
  if (!folder) throw new Error("there is no folder");
  expect(dirname(folder.path)).toBe(disk);
  expect(statSync(folder.path).isDirectory()).toBe(true);
  mkdtempSync(join(folder.path, "test-"));
  folder.remove();
  expect(readdirSync(disk)).toEqual([]);
});

test("a folder of a run that was interrupted is removed by the next run, and no other run's", () => {
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const [left, running] = [ended, process.pid].map((pid) => mkdtempSync(join(disk, `site-tests-${pid}-`)));
  const folder = makeMemoryFolder(disk, 1);
  expect([left, running].map((path) => existsSync(path ?? ""))).toEqual([false, true]);
  folder?.remove();
  rmSync(running ?? "", { recursive: true });
});

test.for([
  ["there is no such disk", join(disk, "missing"), 1],
  ["it has too little room", disk, 2 ** 60],
] as const)("tests use the usual folder when %s", ([, path, bytes]) => {
  expect(makeMemoryFolder(path, bytes)).toBeUndefined();
  expect(existsSync(disk)).toBe(true);
  expect(readdirSync(disk)).toEqual([]);
});
