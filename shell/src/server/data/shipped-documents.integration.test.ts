import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DataStore, openDataStore } from "./data-store.ts";

let root = "";
let refused: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shipped-documents-"));
  cpSync(join(import.meta.dirname, "../../../data"), join(root, "shipped"), { recursive: true });
  refused = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const open = (): Promise<DataStore> =>
  openDataStore({
    folder: join(root, "operator"),
    defaults: join(root, "shipped"),
    followsDefaults: true,
    onRefused: ({ message }) => refused.push(message),
  });

test("a document of the shell that is missing is refused by its own name, while developing and at a start", async () => {
  const store = await open();
  const rules = store.documents()["geo-rules"];
  const stop = new AbortController();
  store.watch(() => undefined, stop.signal);
  rmSync(join(root, "shipped/geo-rules.json"));
  await expect
    .poll(() => refused)
    .toEqual(["The data document geo-rules is invalid at (root): its file is missing; put it back"]);
  expect(store.documents()["geo-rules"]).toEqual(rules);
  stop.abort();
  await expect(open()).rejects.toThrow("The data document geo-rules is invalid at (root): its file is missing");
});

test("a document of the shell that cannot be parsed is refused by its own name", async () => {
  writeFileSync(join(root, "shipped/download-links.json"), "{");
  await expect(open()).rejects.toThrow("The data document download-links is invalid at (root): Expected property name");
});
