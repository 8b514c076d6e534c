import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canMount } from "../../src/server/testing/can-mount.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { toBlobPath } from "../../src/server/releases/storage/file-blobs.ts";
import { readRelease } from "../../src/server/releases/release-files.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
});
afterEach(() => bench.remove());

const collect = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, [...words, "store", "collect"]);

/** A release that was admitted long ago and was never live. */
async function admitOld(name: PackageName): Promise<string> {
  const { version, folder } = await bench.write(name, { server: toServerSource("old") });
  await bench.reopen({ now: () => new Date("2020-01-01") }).admit(await readRelease(folder, name));
  return version;
}

describe("site store collect", () => {
  test("removes the files of a removed release an hour after they were put, and no file that another release needs", async () => {
    await bench.releaseAll();
    const old = await admitOld("content");
    const list = async (): Promise<number> => {
      let count = 0;
      for await (const { size } of bench.blobs.list()) count += size >= 0 ? 1 : 0;
      return count;
    };
    const before = await list();
    expect((await collect()).out).toContain(" 0 files of earlier ones went with them");
    expect(await list()).toBe(before);
    const later = bench.reopen({ now: () => new Date(Date.now() + 7_200_000) });
    // Its manifest and its server file are its own; the other file is that of the live release.
    expect(await later.sweep()).toEqual({ blobs: 2, bytes: expect.any(Number) });
    expect(await list()).toBe(before - 2);
    expect((await runSiteIn(bench.root, ["verify"])).code).toBe(0);
    await expect(bench.reopen().load("content", old)).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
  });

  test("removes releases that are not needed and says why; a dry run removes none; a second run finds none", async () => {
    await bench.releaseAll();
    const old = await admitOld("content");
    const tried = await runSiteIn(bench.root, ["store", "collect", "--dry-run"]);
    expect(tried.out).toMatch(new RegExp(`^content +${old} +goes +never live, admitted 2020-01-01$`, "m"));
    expect(tried.out).toContain("1 of 7 releases would go");
    expect(await bench.store.versions("content")).toContain(old);
    expect(await collect()).toMatchObject({ code: 0, out: expect.stringContaining("1 of 7 releases were removed.") });
    expect(await bench.store.versions("content")).not.toContain(old);
    expect((await collect()).out).toContain("0 of 6 releases were removed.");
    expect((await runSiteIn(bench.root, ["verify"])).code).toBe(0);
  });

  test.runIf(canMount())("on a full disk removes what a refused publish left, and then releases", async () => {
    await bench.releaseAll();
    const old = await admitOld("content");
    const longAgo = new Date("2020-01-01");
    for (const digest of await bench.blobs.put([Buffer.alloc(64 * 1024, "left")]))
      utimesSync(toBlobPath(bench.root, digest), longAgo, longAgo);
    const disk = `${bench.root}.disk`;
    mkdirSync(disk);
    const site = `${process.execPath} ${join(import.meta.dirname, "../commands/site.ts")}`;
    const script = [
      `mount -t tmpfs -o size=4m tmpfs ${disk}`,
      `cp -a ${bench.root} ${disk}/store`,
      `(dd if=/dev/zero of=${disk}/fill bs=4k status=none || true)`,
      `${site} store collect`,
    ].join(" && ");
    const { root: store } = bench;
    const output = execFileSync("unshare", ["-rm", "sh", "-c", `exec 2>&1; ${script}; echo exit $?`], {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: codeCache,
        STORE_DIR: join(disk, "store"),
        TRUST_DIR: `${store}.trust`,
        KEYS_DIR: `${store}.keys`,
        STATE_DIR: `${store}.state`,
      },
      encoding: "utf8",
    });
    expect(output).toMatch(new RegExp(`content +${old} +goes[^]*1 of 7 releases were removed[^]* KB\\.\nexit 0\n$`));
  });

  test("says with --json what is removed, what stays and why", async () => {
    await bench.releaseAll();
    const old = await admitOld("content");
    expect(JSON.parse((await collect("--json")).out)).toMatchObject({
      go: [{ name: "content", version: old, why: expect.any(String) }],
      stay: expect.any(Array),
    });
  });

  test.each([
    [
      "a damaged revision",
      "STORE_CORRUPT",
      () => writeFileSync(join(bench.root, "channels/stable/00000001.json"), "{}"),
    ],
    ["a missing revision", "STORE_CORRUPT", () => rmSync(join(bench.root, "channels/stable/00000001.json"))],
    [
      "a live release that was never admitted",
      "RELEASE_NOT_FOUND",
      () => rmSync(join(bench.root, "channels/admissions-shell"), { recursive: true }),
    ],
    ["no files at all", "RELEASE_FILE_MISSING", () => rmSync(join(bench.root, "blobs"), { recursive: true })],
    ["no history at all", "NOTHING_LIVE", () => rmSync(join(bench.root, "channels/stable"), { recursive: true })],
  ])("refuses a store with %s, and removes nothing", async (_what, code, damage) => {
    await bench.releaseAll();
    const old = await admitOld("content");
    await bench.release("download", { server: toServerSource("next") });
    damage();
    expect(await collect()).toMatchObject({
      code: expect.toSatisfy((one: number) => one !== 0),
      err: expect.stringContaining(code),
    });
    expect(await bench.reopen().versions("content")).toContain(old);
  });
});
