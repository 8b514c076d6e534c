import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setEarlierStoreAside } from "./migrate-store.ts";
import { markStore, requireStore } from "./store-marker.ts";

let folder = "";
let storeDir = "";

/** A store as it was before releases were named by digest, with a document of its operator. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earlier-store-"));
  storeDir = join(folder, "store");
  for (const name of ["channels/stable", "releases/content/1.0.0-0123456789ab", "keys", "trust", "data/GGPPH"])
    await mkdir(join(storeDir, name), { recursive: true });
  await writeFile(
    join(storeDir, "channels/stable/1.json"),
    '{"set":{"id":"0123456789abcdef","revision":1,"versions":{}},"by":"ada","why":"first"}',
  );
  await writeFile(join(storeDir, "keys/content.pem"), "a key");
  await writeFile(join(storeDir, "data/GGPPH/download-links.json"), '{"brands":{}}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readDocument = (): Promise<string> => readFile(join(storeDir, "data/GGPPH/download-links.json"), "utf8");

test("a store of the earlier layout is set aside whole, and its data documents stay", async () => {
  expect(await setEarlierStoreAside(storeDir)).toBe(true);
  expect(await readDocument()).toBe('{"brands":{}}');
  expect(existsSync(join(storeDir, "channels"))).toBe(false);
  expect(await readFile(`${storeDir}.earlier/keys/content.pem`, "utf8")).toBe("a key");
  expect(await readFile(`${storeDir}.earlier/channels/stable/1.json`, "utf8")).toContain('"ada"');
  expect(markStore(storeDir)).toBe(true);
  expect(() => requireStore(storeDir)).not.toThrow();
  expect(await setEarlierStoreAside(storeDir)).toBe(false);
});

test("a call that was interrupted is completed by the next one, with the operator's documents", async () => {
  await rename(storeDir, `${storeDir}.earlier`);
  await mkdir(`${storeDir}.new`);
  expect(await setEarlierStoreAside(storeDir)).toBe(true);
  expect(await readDocument()).toBe('{"brands":{}}');
});

test("a second earlier store does not replace the one that was set aside first", async () => {
  await mkdir(`${storeDir}.earlier`);
  await expect(setEarlierStoreAside(storeDir)).rejects.toMatchObject({ code: "STORE_FOLDER_TAKEN" });
  expect(existsSync(join(storeDir, "channels/stable/1.json"))).toBe(true);
});

test("a store of today's layout, an empty folder and no folder at all are left as they are", async () => {
  const marked = join(folder, "marked");
  markStore(marked);
  await mkdir(join(folder, "empty"));
  for (const name of ["marked", "empty", "missing"]) expect(await setEarlierStoreAside(join(folder, name))).toBe(false);
  expect(existsSync(join(folder, "missing"))).toBe(false);
});
