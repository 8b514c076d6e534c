import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll();
  await bench.writeIdentities();
  await bench.take(await bench.write("content", { packageVersion: "2.0.0", server: toServerSource("next") }));
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.remove();
});

test("site promote says that the clock is ahead of the disk of a store of files, and records nothing", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  const { code, err } = await runSiteIn(bench.root, ["promote", "content@2", "--why", "next"]);
  vi.useRealTimers();
  expect(err).toMatch(/CLOCK_AHEAD: .*60 minutes ahead/);
  expect(code).toBe(7);
  expect(await bench.store.revision()).toBe(1);
  expect(await readdir(join(bench.root, "staging"))).toEqual([]);
  expect(await runSiteIn(bench.root, ["promote", "content@2", "--why", "next"])).toMatchObject({ code: 0 });
});
