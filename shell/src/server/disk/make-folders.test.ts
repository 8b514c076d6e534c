import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "make-folders-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const isFolder = (path: string): boolean => statSync(path).isDirectory();

describe("a folder and those above it", () => {
  test("are made, with the permissions that are asked for, and stay when they are there", async () => {
    const folder = join(root, "a", "b", "c");
    await makeFolders(folder, { mode: 0o700 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(folder, "file"), "x");
    await makeFolders(folder);
    expect(statSync(join(folder, "file")).size).toBe(1);
  });

  test("are made once by several callers at the same moment", async () => {
    // One caller finds a folder missing that another one has made when it looks again: it takes some rounds to meet that.
    for (let round = 0; round < 200; round += 1) {
      const folder = join(root, String(round), "a", "b", "c");
      await Promise.all(Array.from({ length: 8 }, () => makeFolders(folder)));
      expect(isFolder(folder)).toBe(true);
    }
  });

  test("are made behind a link to a folder", async () => {
    mkdirSync(join(root, "there"));
    symlinkSync(join(root, "there"), join(root, "link"));
    await makeFolders(join(root, "link"));
    await makeFolders(join(root, "link", "a"));
    expect(isFolder(join(root, "there", "a"))).toBe(true);
  });

  test.each([
    ["a file", (path: string) => writeFileSync(path, ""), ["EEXIST", "ENOTDIR"]],
    ["a link to nothing", (path: string) => symlinkSync("nothing", path), ["EEXIST", "EEXIST"]],
  ])("are refused at %s, and below it", async (_what, make, [at, below]) => {
    make(join(root, "taken"));
    await expect(makeFolders(join(root, "taken"))).rejects.toMatchObject({ code: at });
    await expect(makeFolders(join(root, "taken", "a", "b"))).rejects.toMatchObject({ code: below });
  });

  test.runIf(process.platform === "linux").each(["/proc/site-state", "/proc/site-state/a/b", "/proc/1/site-state"])(
    "are refused where the kernel makes none and says that the folder above is missing: %s",
    async (folder) => {
      await expect(makeFolders(folder)).rejects.toMatchObject({ code: "ENOENT" });
    },
  );
});
