import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
async function makeBench(): Promise<void> {
  bench = await createFixtureBench();
  await bench.releaseAll();
  await bench.writeIdentities();
  for (const number of [2, 3])
    await bench.take(
      await bench.write("content", { packageVersion: `${number}.0.0`, server: toServerSource(`text ${number}`) }),
    );
}

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, [...words, "--why", "x"]);
const promote = async (version: number): Promise<void> =>
  expect(await site("promote", `content@${version}`)).toMatchObject({ code: 0 });
const listRecords = (): Promise<string[]> => readdir(join(bench.root, "channels/stable"));

/** Puts the store back to what it was before something was done, as from a backup; the memory of this machine stays. */
async function restoreBefore(act: () => Promise<void>): Promise<void> {
  const backup = `${bench.root}.backup`;
  await cp(bench.root, backup, { recursive: true });
  await act();
  await rm(bench.root, { recursive: true });
  await cp(backup, bench.root, { recursive: true });
}

/** Makes a store in which something was done and that was put back. All moves are tried on one, because none of them records anything. */
async function put(act: () => Promise<void>): Promise<void> {
  await makeBench();
  await promote(2);
  await restoreBefore(act);
}

test("a release that an older backup lacks is not reported as one that was never published", async () => {
  await makeBench();
  onTestFinished(() => bench.remove());
  await promote(2);
  await restoreBefore(async () => {
    await bench.take(await bench.write("content", { packageVersion: "4.0.0", server: toServerSource("text 4") }));
    await promote(4);
  });
  for (const words of [
    ["promote", "content@4"],
    ["canary", "start", "content@4", "--percent", "5"],
  ])
    expect(await site(...words)).toMatchObject({
      code: exitCodes.environment.code,
      err: expect.stringMatching(/^CHANNEL_ROLLED_BACK: /),
    });
});

describe("after an older backup of a store of files was put back, a command records nothing, because servers remember more:", () => {
  const moves = [
    ["promote", "content@3"],
    ["canary", "start", "content@3", "--percent", "5"],
    ["pin", "content", "--for", "3d"],
    ["freeze"],
    ["rollback", "--to", "1"],
    ["rollback"],
  ].map((words) => [words.join(" "), words] as const);

  describe("the last revision, which this machine made, is lacking:", () => {
    beforeAll(() => put(() => promote(3)));
    afterAll(() => bench.remove());

    test.each(moves)("%s", async (_text, words) => {
      expect(await site(...words)).toMatchObject({
        code: exitCodes.environment.code,
        err: expect.stringMatching(/CHANNEL_ROLLED_BACK: .* is at revision 2, and .* has seen 3\./),
      });
      expect(await listRecords()).toHaveLength(2);
    });
  });

  describe("several are lacking:", () => {
    beforeAll(() =>
      put(async () => {
        await promote(3);
        await promote(2);
      }),
    );
    afterAll(() => bench.remove());

    test.each(moves)("%s", async (_text, words) => {
      expect(await site(...words)).toMatchObject({
        code: exitCodes.environment.code,
        err: expect.stringMatching(/CHANNEL_ROLLED_BACK: /),
      });
      expect(await listRecords()).toHaveLength(2);
    });
  });

  describe("another machine made another revision of that number:", () => {
    beforeAll(async () => {
      await put(() => promote(3));
      expect(
        await runSiteIn(bench.root, ["freeze", "--why", "x"], { STATE_DIR: `${bench.root}.elsewhere` }),
      ).toMatchObject({ code: 0 });
    });
    afterAll(() => bench.remove());

    test.each(moves)("%s", async (_text, words) => {
      expect(await site(...words)).toMatchObject({
        code: exitCodes.environment.code,
        err: expect.stringMatching(/CHANNEL_FORKED: /),
      });
      expect(await listRecords()).toHaveLength(3);
    });
  });
});
