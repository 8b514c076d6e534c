import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countDiskCalls } from "../../testing/count-disk-calls.ts";
import { openFileLogs } from "../storage/file-channel-log.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";

vi.setConfig({ testTimeout: 60_000 });

const checked = { sites: ["GGPPH"], checks: ["renders"] };
let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
});
afterEach(() => bench.remove());

const readLength = async (): Promise<number> => (await openFileLogs(bench.root)("verdicts").head())?.revision ?? 0;

test("checking a set again appends to the log only when the outcome differs", async () => {
  const versions = await bench.releaseAll();
  const set = await bench.store.toSet(versions);
  const before = await readLength();
  await bench.store.countersign(set, { sites: ["GGPPH"], checks: [] });
  expect(await readLength()).toBe(before);
  await bench.store.countersign(set, checked);
  await bench.store.countersign(
    await bench.store.toSet({
      ...versions,
      content: (await bench.admit("content", { server: toServerSource("next") })).version,
    }),
    checked,
  );
  expect(await readLength()).toBe(before + 2);
});

test("a set without a verdict costs the same after 300 publishes as after 3,000", { timeout: 120_000 }, async () => {
  const versions = await bench.releaseAll();
  const unchecked = await bench.store.toSet({
    ...versions,
    content: (await bench.admit("content", { server: toServerSource("unchecked") })).version,
  });
  const entry = readFileSync(join(bench.root, "channels/verdicts/00000001.json"));
  const counts: number[] = [];
  for (const length of [300, 3000]) {
    for (let revision = counts.length === 0 ? 1 : 300; revision < length; revision += 1)
      writeFileSync(join(bench.root, "channels/verdicts", `${String(revision + 1).padStart(8, "0")}.json`), entry);
    const { disk, reads, atOnce } = countDiskCalls();
    const store = bench.reopen({ openLog: openFileLogs(bench.root, disk) });
    expect(await store.isChecked(unchecked)).toBe(false);
    counts.push(reads.filter((path) => path.includes("/verdicts/")).length);
    expect(atOnce()).toBeLessThanOrEqual(64);
  }
  expect(counts[1]).toBe(counts[0]);
});

test("a set that was checked last is found by reading one verdict, however many there are", async () => {
  const versions = await bench.releaseAll();
  for (const word of ["first", "second", "third"])
    await bench.take(await bench.write("content", { server: toServerSource(word) }));
  const { version } = await bench.admit("content", { server: toServerSource("fourth") });
  const set = await bench.store.toSet({ ...versions, content: version });
  await bench.store.countersign(set, checked);
  const { disk, reads } = countDiskCalls();
  const store = bench.reopen({ openLog: openFileLogs(bench.root, disk) });
  expect(await store.isChecked(set)).toBe(true);
  // `head` reads the newest one as well.
  expect(new Set(reads.filter((path) => path.includes("/verdicts/"))).size).toBe(1);
});
