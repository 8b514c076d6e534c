import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

test("site store collect removes nothing with a clock that is ahead: what was put a moment ago would count as old", async () => {
  const { content } = (await bench.store.current())?.set.versions ?? {};
  expect(await runSiteIn(bench.root, ["promote", "content@2", "--why", "next"])).toMatchObject({ code: 0 });
  const third = await bench.write("content", { packageVersion: "3.0.0", server: toServerSource("third") });
  await bench.take(third);
  await bench.blobs.put([Buffer.from("of a publish that is under way")]);
  const list = async (): Promise<number> => {
    let count = 0;
    for await (const { size } of bench.blobs.list()) count += size >= 0 ? 1 : 0;
    return count;
  };
  const before = await list();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 });
  const collected = await runSiteIn(bench.root, ["store", "collect"]);
  vi.useRealTimers();
  expect(collected).toMatchObject({ code: 7, err: expect.stringMatching(/CLOCK_AHEAD: /) });
  expect(await bench.reopen().versions("content")).toEqual(expect.arrayContaining([content, third.version]));
  expect(await list()).toBe(before);
});

describe.each(["as it is", "beneath one that was written by hand"])("the newest record, %s", (place) => {
  test("is not taken for one of the future by a clock that is behind, and is never set aside", async () => {
    const channel = join(bench.root, "channels/stable");
    if (place !== "as it is") await writeFile(join(channel, "00000009.json"), "{}");
    const before = await readdir(channel);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    for (const words of [["status"], ["rollback", "--why", "x"], ["store", "repair"], ["store", "repair", "--apply"]]) {
      // As on a machine that has not seen the channel before.
      await rm(`${bench.root}.state/seen`, { recursive: true, force: true });
      const { code, err } = await runSiteIn(bench.root, words);
      expect({ words, code, err }).toEqual({
        words,
        code: 7,
        err: expect.stringMatching(/^CLOCK_BEHIND: .* 60 minutes behind .*Set the clock .*\.$/),
      });
    }
    vi.useRealTimers();
    expect(await readdir(channel)).toEqual(before);
    expect(await runSiteIn(bench.root, ["store", "repair", "--apply"])).toMatchObject({ code: 0 });
    expect(await runSiteIn(bench.root, ["status"])).toMatchObject({ code: 0 });
    expect(await bench.store.revision()).toBe(1);
  });
});
