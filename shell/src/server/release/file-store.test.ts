import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeReleaseStore } from "./describe-release-store.ts";
import { createFileStore, toSetId } from "./file-store.ts";
import { createFixtureBench, type FixtureBench } from "./fixture-release.ts";

describeReleaseStore("files", (folder, keys) => ({
  store: createFileStore(folder, keys),
  other: createFileStore(folder, keys),
  toFolder: (name, version) => join(folder, "releases", name, version),
}));

let bench: FixtureBench;
beforeEach(() => {
  bench = createFixtureBench();
});
afterEach(() => bench.remove());

describe("the folder of a file store", () => {
  test("never shows a release that is still being copied: what a crash left in staging is no version", async () => {
    const { version } = await bench.write("content");
    const staging = join(bench.root, "staging", `content-${version}-1-1`);
    mkdirSync(join(staging, "server"), { recursive: true });
    writeFileSync(join(staging, "release.json"), "{");
    expect(await bench.store.versions("content")).toEqual([]);
    await expect(bench.store.load("content", version)).rejects.toMatchObject({ code: "RELEASE_NOT_FOUND" });
  });

  test("can admit what a crash interrupted", async () => {
    const { version, folder } = await bench.write("content");
    mkdirSync(join(bench.root, "staging", `content-${version}-1-1`, "server"), { recursive: true });
    await bench.store.admit("content", version, folder);
    expect(await bench.store.versions("content")).toEqual([version]);
  });

  test("has nothing left in staging after releases and revisions were made", async () => {
    await bench.releaseAll();
    expect(readdirSync(join(bench.root, "staging"))).toEqual([]);
  });

  test("with a damaged revision says so, and does not go back to an older one by itself", async () => {
    await bench.releaseAll();
    for (const content of ["", "{", '{"set":{}}']) {
      writeFileSync(join(bench.root, "channels/stable/2.json"), content);
      await expect(bench.store.current()).rejects.toMatchObject({ code: "STORE_CORRUPT", message: expect.stringContaining("2.json") });
    }
  });

  test("takes no other file in a channel for a revision", async () => {
    await bench.releaseAll();
    for (const name of ["2.json.tmp", "notes.txt", "-3.json", "x4.json"]) writeFileSync(join(bench.root, "channels/stable", name), "{}");
    expect((await bench.store.current())?.set.revision).toBe(1);
  });

  test("counts past nine", async () => {
    const versions = await bench.releaseAll();
    for (let revision = 1; revision < 12; revision += 1) await bench.store.advance(revision, versions, { by: "test", why: "again" });
    expect((await bench.store.current())?.set.revision).toBe(12);
  });
});

describe("the id of a set", () => {
  const versions = {
    shell: "1.0.0-000000000000", navigation: "1.0.0-000000000001", download: "1.0.0-000000000002",
    "support-chat": "1.0.0-000000000003", content: "1.0.0-000000000004", compliance: "1.0.0-000000000005",
  };

  test("is 16 hexadecimal digits that depend on the versions and not on their order", () => {
    expect(toSetId(versions)).toMatch(/^[0-9a-f]{16}$/);
    const { shell, ...rest } = versions;
    expect(toSetId({ ...rest, shell })).toBe(toSetId(versions));
    expect(toSetId({ ...versions, content: "1.0.0-00000000000a" })).not.toBe(toSetId(versions));
  });
});
