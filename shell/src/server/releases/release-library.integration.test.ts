import { afterEach, beforeEach, expect, test } from "vitest";
import { countDiskCalls } from "../testing/count-disk-calls.ts";
import { createFixtureBench, type FixtureBench, toServerSource } from "../testing/fixture-release.ts";
import { openFileLogs } from "./storage/file-channel-log.ts";

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
