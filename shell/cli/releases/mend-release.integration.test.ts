import { afterEach, beforeEach, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
});
afterEach(() => bench.remove());

test.each([
  ["was changed", "globalThis.island = 'another';", "RELEASE_FILE_MISMATCH"],
  ["is missing", undefined, "RELEASE_FILE_MISSING"],
])("publishing the live release again mends a file of it that %s in the store", async (_what, bytes, code) => {
  const file = "browser/island.js";
  const live = await bench.release("content", { files: { [file]: "globalThis.island = 1;" } });
  await bench.damage(live, file, bytes);
  await expect(bench.reopen().load("content", live.version)).rejects.toMatchObject({ code });
  const published = await runSiteIn(bench.root, ["publish", "content", "--from", live.folder], {});
  expect(published).toMatchObject({ code: 0, out: expect.stringContaining(`content@${live.version}`) });
  expect((await bench.reopen().load("content", live.version)).release.version).toBe(live.version);
});
