import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchFolder } from "./watch-folder.ts";

/** Milliseconds: the interval is no help in these tests. */
const anHour = 3_600_000;

let root = "";
let folder = "";
let stop: AbortController;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "watch-folder-"));
  folder = join(root, "watched");
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  rmSync(root, { recursive: true, force: true });
});

/** Makes a folder with one file. */
function make(path: string, file: string): void {
  mkdirSync(path);
  writeFileSync(join(path, file), "x");
}

function watch(): () => number {
  let count = 0;
  watchFolder(
    folder,
    () => {
      count += 1;
    },
    { signal: stop.signal, intervalMs: anHour },
  );
  return () => count;
}

/** Waits until one call more has come than before, long before the interval. */
async function expectCall(count: () => number, change: () => void): Promise<void> {
  const before = count();
  change();
  await vi.waitFor(() => expect(count()).toBeGreaterThan(before), { timeout: 20_000 });
}

describe("a watched folder calls back without waiting for the interval", () => {
  test("when a file is put into it", async () => {
    make(folder, "first");
    const count = watch();
    await expectCall(count, () => writeFileSync(join(folder, "second"), "x"));
  });

  test("when it is made after the watch began, and when it changes then", async () => {
    const count = watch();
    await expectCall(count, () => make(folder, "first"));
    await expectCall(count, () => writeFileSync(join(folder, "second"), "x"));
  });

  test("when it was removed and copied anew, and when the copy changes", async () => {
    make(folder, "first");
    const count = watch();
    await expectCall(count, () => rmSync(folder, { recursive: true }));
    await expectCall(count, () => make(folder, "second"));
    await expectCall(count, () => writeFileSync(join(folder, "third"), "x"));
  });

  test("when another folder took its place, and when that one changes", async () => {
    make(folder, "first");
    make(join(root, "next"), "second");
    const count = watch();
    await expectCall(count, () => renameSync(folder, join(root, "before")));
    await expectCall(count, () => renameSync(join(root, "next"), folder));
    await expectCall(count, () => writeFileSync(join(folder, "third"), "x"));
  });

  test("when it is a link that leads to another folder now, and when that one changes", async () => {
    make(join(root, "1"), "first");
    make(join(root, "2"), "second");
    symlinkSync("1", folder);
    symlinkSync("2", join(root, "link"));
    const count = watch();
    await expectCall(count, () => renameSync(join(root, "link"), folder));
    await expectCall(count, () => writeFileSync(join(root, "2", "third"), "x"));
  });
});
