import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDigest } from "@site/contracts/releases/digest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countDiskCalls } from "../../testing/count-disk-calls.ts";
import { describeBlobs } from "../../testing/describe-blobs.ts";
import { realDisk } from "../../disk/disk.ts";
import { createFileBlobs } from "./file-blobs.ts";

describeBlobs("files", (folder) => ({
  blobs: createFileBlobs(folder),
  other: createFileBlobs(folder),
  damage: (digest, bytes) => writeFile(join(folder, "blobs", digest.slice(0, 2), digest), bytes),
}));

describe("the folder of blobs", () => {
  const bytes = Buffer.from("the bytes");
  const digest = toDigest(bytes);
  let root = "";
  let shard = "";
  let file = "";

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "file-blobs-"));
    shard = join(root, "blobs", digest.slice(0, 2));
    file = join(shard, digest);
    mkdirSync(shard, { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test("has each blob under its digest, and an empty staging folder", async () => {
    await createFileBlobs(root).put([bytes]);
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(join(root, "staging"))).toEqual([]);
  });

  test("may hold other files: none of them is a blob", async () => {
    const blobs = createFileBlobs(root);
    await blobs.put([bytes]);
    for (const name of [
      ".DS_Store",
      `${digest}~`,
      `${digest}.tmp`,
      digest.toUpperCase(),
      `${digest.slice(0, 2)}${"0".repeat(93)}`,
    ])
      writeFileSync(join(shard, name), "x");
    for (const name of ["zz", "0"]) mkdirSync(join(root, "blobs", name));
    writeFileSync(join(root, "blobs", "zz", digest), bytes);
    writeFileSync(join(root, "blobs", ".DS_Store"), "x");
    const listed: string[] = [];
    for await (const one of blobs.list()) listed.push(one.digest);
    expect(listed).toEqual([digest]);
  });

  test("does not follow a link in the place of a blob: reading refuses it, and a put replaces it by the bytes", async () => {
    const outside = join(root, "outside");
    writeFileSync(outside, bytes);
    symlinkSync(outside, file);
    const blobs = createFileBlobs(root);
    await expect(blobs.get(digest)).rejects.toMatchObject({ code: "BLOB_CORRUPT" });
    expect(await blobs.has(digest)).toBe(false);
    await blobs.put([bytes]);
    expect(await blobs.get(digest)).toEqual(bytes);
    writeFileSync(outside, "changed");
    expect(await blobs.get(digest)).toEqual(bytes);
  });

  test("does not wait for a pipe that has the name of a blob", async () => {
    execFileSync("mkfifo", [file]);
    const blobs = createFileBlobs(root);
    await expect(blobs.get(digest)).rejects.toMatchObject({ code: "BLOB_CORRUPT" });
    await blobs.put([bytes]);
    expect(await blobs.get(digest)).toEqual(bytes);
  });

  test("refuses a folder in the place of a blob, as BLOB_CORRUPT and STORE_NOT_WRITABLE", async () => {
    mkdirSync(file);
    const blobs = createFileBlobs(root);
    await expect(blobs.get(digest)).rejects.toMatchObject({ code: "BLOB_CORRUPT" });
    await expect(blobs.put([bytes])).rejects.toMatchObject({
      code: "STORE_NOT_WRITABLE",
      message: expect.stringContaining(root),
    });
    expect(readdirSync(join(root, "staging"))).toEqual([]);
  });

  test.each(["EACCES", "EROFS", "EDQUOT", "ENOSPC"])(
    "names itself in the error when it cannot be written because of %s",
    async (code) => {
      const refused = Object.assign(new Error(`${code}: refused`), { code });
      const blobs = createFileBlobs(root, { ...realDisk, create: () => Promise.reject(refused) });
      await expect(blobs.put([bytes])).rejects.toMatchObject({
        code: expect.stringMatching(/^STORE_(FULL|NOT_WRITABLE)$/),
        message: expect.stringContaining(root),
        cause: refused,
      });
      expect(await createFileBlobs(root).has(digest)).toBe(false);
    },
  );

  test("is written with at most four files open at a time, also for 500 blobs", async () => {
    const { disk, atOnce } = countDiskCalls();
    await createFileBlobs(root, disk).put(Array.from({ length: 500 }, (_, index) => Buffer.from(String(index))));
    expect(atOnce()).toBeLessThanOrEqual(4);
  });
});
