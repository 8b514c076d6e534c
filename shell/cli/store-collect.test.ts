import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/package-name";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench, toServerSource } from "../src/server/release/fixture-release.ts";
import { runSiteIn, type SiteRun } from "./run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(() => {
  bench = createFixtureBench();
});
afterEach(() => bench.remove());

const collect = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, [...words, "store", "collect"]);

/** A release that was admitted long ago and was never live. */
async function admitOld(name: PackageName): Promise<string> {
  const { version, folder } = await bench.write(name, { server: toServerSource("old") });
  await bench.store.admit(name, version, folder);
  const long = new Date("2020-01-01");
  utimesSync(join(bench.root, "releases", name, version), long, long);
  return version;
}

describe("site store collect", () => {
  test("removes what is not needed and says why; a dry run removes nothing; a second time there is nothing to do", async () => {
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

  test("tells machines what goes, what stays and why", async () => {
    await bench.releaseAll();
    const old = await admitOld("content");
    expect(JSON.parse((await collect("--json")).out)).toMatchObject({ go: [{ name: "content", version: old, why: expect.any(String) }], stay: expect.any(Array) });
  });

  test.each([
    ["a damaged revision", "STORE_CORRUPT", () => writeFileSync(join(bench.root, "channels/stable/1.json"), "{")],
    ["a missing revision", "STORE_CORRUPT", () => rmSync(join(bench.root, "channels/stable/1.json"))],
    ["something that is no release", "STORE_CORRUPT", () => mkdirSync(join(bench.root, "releases/content/notes"))],
    ["a missing live release", "RELEASE_NOT_FOUND", () => rmSync(join(bench.root, "releases/shell"), { recursive: true })],
    ["no history at all", "NOTHING_LIVE", () => { for (const file of ["1.json", "2.json"]) rmSync(join(bench.root, "channels/stable", file)); }],
  ])("refuses a store with %s, and removes nothing", async (_what, code, damage) => {
    await bench.releaseAll();
    const old = await admitOld("content");
    await bench.release("download", { server: toServerSource("next") });
    damage();
    expect(await collect()).toMatchObject({ code: expect.toSatisfy((one: number) => one !== 0), err: expect.stringContaining(code) });
    expect(existsSync(join(bench.root, "releases/content", old))).toBe(true);
  });
});
