import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countDiskCalls } from "../../testing/count-disk-calls.ts";
import { describeChannelLog } from "../../testing/describe-channel-log.ts";
import { openFileLogs } from "./file-channel-log.ts";

const toPath = (folder: string, channel: string, revision: number): string =>
  join(folder, "channels", channel, `${String(revision).padStart(8, "0")}.json`);

describeChannelLog("files", (folder) => ({
  open: openFileLogs(folder),
  other: openFileLogs(folder),
  damage: (channel, revision, bytes) => writeFile(toPath(folder, channel, revision), bytes),
  async fill(channel, entries) {
    await mkdir(join(folder, "channels", channel), { recursive: true });
    for (const [index, bytes] of entries.entries()) await writeFile(toPath(folder, channel, index + 1), bytes);
  },
}));

describe("the folder of a channel", () => {
  const entry = Buffer.from('{"value":1}');
  let root = "";
  let folder = "";

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "file-channel-log-"));
    folder = join(root, "channels", "stable");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const fill = (count: number): void => {
    mkdirSync(folder, { recursive: true });
    for (let revision = 1; revision <= count; revision += 1) writeFileSync(toPath(root, "stable", revision), entry);
  };

  test("has one file for each entry, named by eight digits, and an empty staging folder", async () => {
    const log = openFileLogs(root)("stable");
    await log.append(0, entry);
    await log.append(1, entry);
    expect(readdirSync(folder)).toEqual(["00000001.json", "00000002.json"]);
    expect(readdirSync(join(root, "staging"))).toEqual([]);
  });

  test("is named when it is a link, which could lead anywhere", async () => {
    fill(1);
    renameSync(folder, `${folder}-elsewhere`);
    symlinkSync(`${folder}-elsewhere`, folder);
    await expect(openFileLogs(root)("stable").head()).rejects.toMatchObject({
      code: "STORE_CORRUPT",
      message: expect.stringContaining(`at ${folder}, which is a link. `),
    });
  });

  test("may hold other files: none of them is an entry", async () => {
    fill(2);
    const names = [
      ".DS_Store",
      "7.json",
      "7.json~",
      "0x7.json",
      "00000007.json~",
      "00000007.json.tmp",
      " 00000007.json",
      "0000007.json",
      "000000007.json",
      "-0000007.json",
      "+0000007.json",
      "1e000007.json",
      "00000007.JSON",
      "00000003.2.json",
      "00000000.json",
      "notes.txt",
    ];
    for (const name of names) writeFileSync(join(folder, name), entry);
    const log = openFileLogs(root)("stable");
    expect((await log.head())?.revision).toBe(2);
    await expect(log.read(7)).rejects.toMatchObject({ code: "REVISION_NOT_FOUND" });
    await log.append(2, Buffer.from('{"value":3}'));
    expect((await log.head())?.bytes.toString()).toBe('{"value":3}');
  });

  test.each(["a link to a whole entry", "a link to nothing", "a folder", "a pipe"])(
    "does not count %s as an entry, and uses its number again",
    async (what) => {
      fill(1);
      writeFileSync(join(root, "outside"), entry);
      const path = toPath(root, "stable", 2);
      if (what === "a link to a whole entry") symlinkSync(join(root, "outside"), path);
      if (what === "a link to nothing") symlinkSync(join(root, "nothing"), path);
      if (what === "a folder") mkdirSync(path);
      if (what === "a pipe") execFileSync("mkfifo", [path]);
      const log = openFileLogs(root)("stable");
      expect((await log.head())?.revision).toBe(1);
      await log.append(1, Buffer.from('{"value":"again"}'));
      expect(await openFileLogs(root)("stable").read(2)).toMatchObject({ bytes: Buffer.from('{"value":"again"}') });
    },
  );

  test("with 2,000 entries costs one read for its head, and at most eight reads at a time for all entries", async () => {
    fill(2000);
    const { disk, reads, atOnce } = countDiskCalls();
    const log = openFileLogs(root, disk)("stable");
    expect((await log.head())?.revision).toBe(2000);
    expect(reads).toEqual([toPath(root, "stable", 2000)]);
    let count = 0;
    for await (const { revision } of log.range(1, Infinity)) count = revision;
    expect(count).toBe(2000);
    expect(atOnce()).toBeLessThanOrEqual(8);
  });

  test("is watched before it exists, and again after it was removed", async () => {
    const stop = new AbortController();
    const log = openFileLogs(root)("stable");
    const seen: unknown[] = [];
    log.watch(() => void log.head().then((head) => seen.push(head?.revision)), stop.signal);
    await openFileLogs(root)("stable").append(0, entry);
    await vi.waitFor(() => expect(seen).toContain(1), { timeout: 10_000 });
    rmSync(folder, { recursive: true });
    await vi.waitFor(() => expect(seen.at(-1)).toBeUndefined(), { timeout: 10_000 });
    fill(3);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(3), { timeout: 10_000 });
    stop.abort();
  });
});
