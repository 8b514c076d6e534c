import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countDiskCalls } from "../../testing/count-disk-calls.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openFileLogs } from "../storage/file-channel-log.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
});
afterEach(() => bench.remove());

test("a release that was found before is found again without listing or reading what is admitted, until it is removed", async () => {
  const { version } = await bench.admit("content");
  const { disk, reads, lists } = countDiskCalls();
  const store = bench.reopen({ openLog: openFileLogs(bench.root, disk) });
  const set = await store.toSet({ content: version });
  reads.length = 0;
  lists.length = 0;
  expect(await store.toSet({ content: version })).toEqual(set);
  expect({ reads, lists }).toEqual({ reads: [], lists: [] });
  const next = await bench.admit("content", { server: toServerSource("next") });
  await store.toSet({ content: next.version });
  await bench.store.remove("content", version);
  await expect(store.toSet({ content: version })).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
  expect(await store.toSet({ content: next.version })).not.toEqual(set);
});

test("looking for a release verifies the admissions that name it, and reads the newest one alone when it is that", async () => {
  const { version } = await bench.admit("content");
  const folder = join(bench.root, "channels/admissions-content");
  const entry = readFileSync(join(folder, "00000001.json"));
  for (let revision = 2; revision <= 300; revision += 1)
    writeFileSync(join(folder, `${String(revision).padStart(8, "0")}.json`), entry);
  const newest = await bench.admit("content", { server: toServerSource("newest") });
  const { disk, reads } = countDiskCalls();
  const store = bench.reopen({ openLog: openFileLogs(bench.root, disk) });
  const verify = vi.spyOn(bench.trust.trust, "verify");
  await store.toSet({ content: newest.version });
  // `head` reads it as well.
  expect(new Set(reads).size).toBe(1);
  expect(verify).toHaveBeenCalledTimes(1);
  await expect(store.toSet({ content: "1.0.0-000000000000" })).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
  expect(verify).toHaveBeenCalledTimes(1);
  expect(new Set(reads).size).toBe(301);
  await store.toSet({ content: version });
  expect(await store.versions("content")).toEqual([version, newest.version]);
  verify.mockRestore();
});

test("a release whose admission could not be read once is found when it can be, and is not taken for one that the store does not have", async () => {
  const { version } = await bench.admit("content");
  const next = await bench.admit("content", { server: toServerSource("next") });
  const unreachable = new SiteError("STORE_UNREACHABLE", { address: "nats://store", problem: "no answer" });
  let isAway = true;
  const store = bench.reopen({
    openLog(name) {
      const log = openFileLogs(bench.root)(name);
      return {
        ...log,
        read: async (revision) => (isAway && revision === 1 ? Promise.reject(unreachable) : log.read(revision)),
      };
    },
  });
  await expect(store.toSet({ content: version })).rejects.toBe(unreachable);
  // A list without it would let its files be swept.
  await expect(store.versions("content")).rejects.toBe(unreachable);
  await expect(store.sweep()).rejects.toBe(unreachable);
  await store.toSet({ content: next.version });
  isAway = false;
  await store.toSet({ content: version });
  expect(await store.versions("content")).toEqual([version, next.version]);
});
