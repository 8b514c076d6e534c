import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadKeyRing } from "./signing.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signing-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const document = Buffer.from('{"name":"content"}');

describe("a team's signature", () => {
  test("is good for its own bytes and its own team, and for nothing else", () => {
    const keys = loadKeyRing(folder);
    const signature = keys.sign("content", document);
    for (const name of packageNames) expect(keys.isSignedBy(name, document, signature)).toBe(name === "content");
    expect(keys.isSignedBy("content", Buffer.from('{"name":"download"}'), signature)).toBe(false);
    expect(keys.isSignedBy("content", Buffer.concat([document, Buffer.from(" ")]), signature)).toBe(false);
  });

  test.each(["", "AAAA", "%%%%", "A".repeat(88), "A".repeat(100_000)])("is not just any text (case %#)", (signature) => {
    expect(loadKeyRing(folder).isSignedBy("content", document, signature)).toBe(false);
  });

  test("is good for everybody who has the same store", () => {
    const signature = loadKeyRing(folder).sign("download", document);
    expect(loadKeyRing(folder).isSignedBy("download", document, signature)).toBe(true);
  });

  test("of another store is not good here", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "signing-"));
    try {
      expect(loadKeyRing(folder).isSignedBy("content", document, loadKeyRing(elsewhere).sign("content", document))).toBe(false);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});

describe("the keys of a store", () => {
  test("are made for a team that signs for the first time, under any name, and never to verify", () => {
    expect(loadKeyRing(folder).isSignedBy("lobby", document, "AAAA")).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    const keys = loadKeyRing(folder);
    expect(keys.isSignedBy("lobby", document, keys.sign("lobby", document))).toBe(true);
    expect(readdirSync(join(folder, "trust"))).toEqual(["lobby.pem"]);
  });

  test("can be read by their owner only", () => {
    for (const name of packageNames) loadKeyRing(folder).sign(name, document);
    expect((statSync(join(folder, "keys")).mode & 0o777).toString(8)).toBe("700");
    for (const name of packageNames) expect((statSync(join(folder, "keys", `${name}.pem`)).mode & 0o777).toString(8)).toBe("600");
  });

  test("are not needed to verify: a server has the public ones alone", () => {
    const signature = loadKeyRing(folder).sign("content", document);
    rmSync(join(folder, "keys"), { recursive: true });
    const server = loadKeyRing(folder);
    expect(server.isSignedBy("content", document, signature)).toBe(true);
    expect(() => server.sign("content", document)).toThrow(expect.objectContaining({ code: "KEY_NOT_FOUND" }));
  });
});
