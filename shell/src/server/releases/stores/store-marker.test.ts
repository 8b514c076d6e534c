import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isEarlierStore, lacksMarker, markAgain, markStore, requireStore } from "./store-marker.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "store-marker-"));
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a folder", () => {
  test("that does not exist, is empty, or is a file is no store, and checking it creates nothing", () => {
    writeFileSync(join(root, "file"), "");
    mkdirSync(join(root, "empty"));
    for (const name of ["missing", "empty", "file"]) {
      expect(() => requireStore(join(root, name))).toThrow(
        expect.objectContaining({ code: "STORE_NOT_FOUND", message: expect.stringContaining(join(root, name)) }),
      );
    }
    expect(readdirSync(root)).toEqual(["empty", "file"]);
    expect(readdirSync(join(root, "empty"))).toEqual([]);
  });

  test("becomes a store once, and folders above it are created", () => {
    const folder = join(root, "a/b");
    expect(markStore(folder)).toBe(true);
    expect(() => requireStore(folder)).not.toThrow();
    expect(markStore(folder)).toBe(false);
  });

  test("with a store of the earlier layout is refused as such, and left as it is", () => {
    for (const name of ["channels", "releases"]) mkdirSync(join(root, name));
    for (const open of [requireStore, markStore])
      expect(() => open(root)).toThrow(
        expect.objectContaining({ code: "STORE_OUTDATED", message: expect.stringContaining("site init --migrate") }),
      );
    expect(existsSync(join(root, "store.json"))).toBe(false);
  });

  test("with all of a store but its marker is no other store, is marked again when that is asked for, and keeps what it has", () => {
    for (const name of ["blobs", "channels"]) mkdirSync(join(root, name));
    writeFileSync(join(root, "channels/entry.json"), "{}");
    for (const text of [undefined, "", "{", "a folder"]) {
      if (text === "a folder") {
        rmSync(join(root, "store.json"));
        mkdirSync(join(root, "store.json"));
      } else if (text !== undefined) writeFileSync(join(root, "store.json"), text);
      expect(lacksMarker(root)).toBe(true);
      for (const open of [requireStore, markStore])
        expect(() => open(root)).toThrow(
          expect.objectContaining({ code: "STORE_UNMARKED", message: expect.stringContaining("site store repair") }),
        );
      markAgain(root);
      expect(lacksMarker(root)).toBe(false);
      expect(() => requireStore(root)).not.toThrow();
    }
    expect(readdirSync(root, { recursive: true }).toSorted()).toEqual([
      "blobs",
      "channels",
      "channels/entry.json",
      "store.json",
    ]);
    writeFileSync(join(root, "store.json"), '{"schemaVersion":3}');
    expect(lacksMarker(root)).toBe(false);
  });

  test("with a folder of files where its marker is to be is left as it is, and the refusal names the marker", () => {
    for (const name of ["blobs", "channels", "store.json"]) mkdirSync(join(root, name));
    writeFileSync(join(root, "store.json/letter.txt"), "x");
    expect(() => markAgain(root)).toThrow(
      expect.objectContaining({ code: "STORE_NOT_WRITABLE", message: expect.stringContaining("store.json") }),
    );
    expect(readdirSync(join(root, "store.json"))).toEqual(["letter.txt"]);
  });

  test("with other content does not become a store, nor does a file", () => {
    writeFileSync(join(root, "letter.txt"), "");
    for (const path of [root, join(root, "letter.txt")])
      expect(() => markStore(path)).toThrow(expect.objectContaining({ code: "STORE_FOLDER_TAKEN" }));
    expect(existsSync(join(root, "store.json"))).toBe(false);
  });

  test("that is a link which leads nowhere, or is below one, is refused by name", () => {
    const link = join(root, "disk");
    symlinkSync(join(root, "not-mounted"), link);
    for (const path of [link, join(link, "store"), join(link, "sites/store")])
      expect(() => markStore(path)).toThrow(
        expect.objectContaining({ code: "STORE_NOT_WRITABLE", message: expect.stringContaining(link) }),
      );
    expect(readdirSync(root)).toEqual(["disk"]);
  });

  test("of the earlier layout that had a marker is refused as earlier, and set aside as such", () => {
    for (const name of ["channels", "releases"]) mkdirSync(join(root, name));
    writeFileSync(join(root, "store.json"), '{"schemaVersion":1}');
    expect(isEarlierStore(root)).toBe(true);
    for (const open of [requireStore, markStore])
      expect(() => open(root)).toThrow(expect.objectContaining({ code: "STORE_OUTDATED" }));
  });

  test("of a later layout, or with a damaged marker, is refused and left as it is", () => {
    writeFileSync(join(root, "store.json"), '{"schemaVersion":3}');
    for (const open of [requireStore, markStore])
      expect(() => open(root)).toThrow(expect.objectContaining({ code: "STORE_VERSION_UNSUPPORTED" }));
    for (const text of ["", "{", '{"schemaVersion":"1"}']) {
      writeFileSync(join(root, "store.json"), text);
      for (const open of [requireStore, markStore])
        expect(() => open(root)).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
    }
  });
});
