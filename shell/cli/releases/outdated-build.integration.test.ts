import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import type { FixtureRelease } from "../../src/server/testing/fixture-release.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";
import { toSourceFingerprint } from "../workspace/workspace.ts";

let bench: FixtureBench;
let built: FixtureRelease;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
  built = await bench.write("content");
});
afterAll(() => bench.remove());

/** @param sources what the build says it was made from; undefined for one that says nothing */
async function readNotes(verb: "check" | "publish", sources: string | undefined): Promise<string[]> {
  const file = join(built.folder, "built-from");
  rmSync(file, { force: true });
  if (sources !== undefined) writeFileSync(file, sources);
  const { code, err } = await runSiteIn(bench.root, [verb, "content", "--from", built.folder]);
  expect({ code, err }).toEqual({ code: 0, err });
  return err.split("\n").filter((line) => !line.startsWith("checking "));
}

test.each(["check", "publish"] as const)(
  "site %s says of a build that it is of other sources than the present ones, and how to build those",
  async (verb) => {
    expect(await readNotes(verb, "0".repeat(64))).toEqual([
      `content@${built.version} was built from other sources than this workspace has now. To build them: site build content.`,
    ]);
    expect(await readNotes(verb, toSourceFingerprint("content"))).toEqual([]);
    expect(await readNotes(verb, undefined)).toEqual([]);
  },
);
