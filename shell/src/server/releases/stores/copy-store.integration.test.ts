import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toDigest } from "@site/contracts/releases/digest";
import { createFileBlobs, toBlobPath } from "../storage/file-blobs.ts";
import { openFileLogs } from "../storage/file-channel-log.ts";
import { copyStore, type StoreContents } from "./copy-store.ts";

const logs = ["admissions-content", "stable"];
const bytes = Buffer.from("the script of a release");
const later = Buffer.from("the script of the next release");

let folder = "";
let from: StoreContents;
let to: StoreContents;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copied-"));
  from = openIn("from");
  to = openIn("to");
  await from.blobs.put([bytes, Buffer.from("its styles")]);
  for (const name of logs) await from.openLog(name).append(0, Buffer.from(`{"log":"${name}"}`));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openIn = (name: string): StoreContents => ({
  blobs: createFileBlobs(join(folder, name)),
  openLog: openFileLogs(join(folder, name)),
});

test("a copy mends a file of the target that was damaged since the copy before", async () => {
  await copyStore(from, to, logs);
  await writeFile(toBlobPath(join(folder, "to"), toDigest(bytes)), "rot");
  expect(await copyStore(from, to, logs)).toEqual({
    blobs: { copied: 1, all: 2 },
    entries: { copied: 0, all: 2 },
  });
  expect(await to.blobs.get(toDigest(bytes))).toEqual(bytes);
});

test("a publish and a promote beside a copy do not fail it: the next copy has what came too late for this one", async () => {
  let asked = 0;
  const openLog: StoreContents["openLog"] = (name) => {
    const log = from.openLog(name);
    const head: typeof log.head = async () => {
      const found = await log.head();
      // The second time, the copy learns that there is nothing left to copy.
      if (name === "stable" && (asked += 1) === 2) {
        await from.blobs.put([later]);
        await log.append(1, Buffer.from('{"log":"stable, promoted"}'));
      }
      return found;
    };
    return { ...log, head };
  };
  expect(await copyStore({ ...from, openLog }, to, logs)).toMatchObject({ entries: { copied: 2, all: 2 } });
  expect(await to.blobs.get(toDigest(later))).toEqual(later);
  expect(await copyStore(from, to, logs)).toEqual({ blobs: { copied: 0, all: 3 }, entries: { copied: 1, all: 3 } });
});

test("a collection beside a copy does not fail it: what is removed is not copied", async () => {
  async function* list(): ReturnType<StoreContents["blobs"]["list"]> {
    yield* from.blobs.list();
    await from.blobs.remove(toDigest(bytes));
  }
  const copied = await copyStore({ ...from, blobs: { ...from.blobs, list } }, to, logs);
  expect(copied.blobs).toEqual({ copied: 1, all: 1 });
});

test("a damaged file of the source ends a copy, which names the file", async () => {
  await writeFile(toBlobPath(join(folder, "from"), toDigest(bytes)), "rot");
  await expect(copyStore(from, to, logs)).rejects.toMatchObject({ code: "BLOB_CORRUPT" });
});
