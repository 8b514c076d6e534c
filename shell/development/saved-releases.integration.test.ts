import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../src/server/testing/fixture-bench.ts";
import { releaseSaved } from "./saved-releases.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll();
});
afterAll(() => bench.remove());

const release = (folders: Readonly<Record<string, string>>) =>
  releaseSaved(bench.store, "GGPPH", new Map(Object.entries(folders)));

test("a saved package is live at once beside the others, as a server reads it", async () => {
  const before = (await bench.serverStore.current())?.set.versions;
  const { folder, version } = await bench.write("content", { files: { "browser/saved.js": "globalThis.saved = 1;" } });
  expect(await release({ content: folder })).toBe(2);
  expect((await bench.serverStore.current())?.set.versions).toEqual({ ...before, content: version });
});

test("a save that changes no byte of the release makes no revision", async () => {
  const { folder } = await bench.write("content", { files: { "browser/saved.js": "globalThis.saved = 2;" } });
  const revision = await release({ content: folder });
  expect(await release({ content: folder })).toBeUndefined();
  expect(await bench.store.revision()).toBe(revision);
});

test("two packages that are saved together go live as one, and going back is a revision of its own", async () => {
  const before = await bench.store.current();
  const content = await bench.write("content", { files: { "browser/saved.js": "globalThis.saved = 3;" } });
  const download = await bench.write("download", { files: { "browser/saved.js": "globalThis.saved = 3;" } });
  const revision = await release({ content: content.folder, download: download.folder });
  expect(revision).toBe((before?.set.revision ?? 0) + 1);
  const first = await bench.write("content", { files: { "browser/saved.js": "globalThis.saved = 2;" } });
  expect(await release({ content: first.folder })).toBe((revision ?? 0) + 1);
});

test("a release whose files are not those of its manifest changes nothing", async () => {
  const { folder } = await bench.write("content");
  const file = join(folder, "browser/island.js");
  await writeFile(file, `${await readFile(file, "utf8")}// half written`);
  const before = await bench.store.revision();
  await expect(release({ content: folder })).rejects.toThrow("does not have its signed hash");
  expect(await bench.store.revision()).toBe(before);
});
