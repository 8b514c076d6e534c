import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Blobs } from "../releases/storage/blobs.ts";

/** Blobs under test. */
export interface BlobsUnderTest {
  blobs: Blobs;
  /** A second client of the same store, as another server or operator has. */
  other: Blobs;
  /** Puts other bytes under a digest, as a failing disk does. */
  damage(digest: Digest, bytes: Uint8Array): Promise<void>;
  close?(): Promise<void>;
}

/** The contract suite of {@link Blobs}. `open` opens an empty store in a folder of its own. */
export function describeBlobs(kind: string, open: (folder: string) => BlobsUnderTest | Promise<BlobsUnderTest>): void {
  let root = "";
  let opened: BlobsUnderTest;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), `blobs-${kind}-`));
    opened = await open(root);
  });
  afterEach(async () => {
    await opened.close?.();
    await rm(root, { recursive: true, force: true });
  });

  describe(`blobs of ${kind}`, () => {
    test("are empty at first", async () => {
      expect(await list(opened.blobs)).toEqual([]);
      expect(await opened.blobs.put([])).toEqual([]);
    });

    test("are read back by their digest, by every client", async () => {
      const inputs = ["first", "second", "Grüße \u0000 ♠"].map((text) => Buffer.from(text));
      const digests = await opened.blobs.put(inputs);
      expect(digests).toEqual(inputs.map(toDigest));
      for (const [index, digest] of digests.entries()) {
        expect(await opened.other.get(digest)).toEqual(inputs[index]);
        expect(await opened.other.has(digest)).toBe(true);
      }
    });

    test("may be empty, and may have 8 MB", async () => {
      const large = Buffer.alloc(8 * 1024 * 1024, "0123456789abcdef\n");
      const [nothing = "", much = ""] = await opened.blobs.put([new Uint8Array(), large]);
      expect(await opened.other.get(nothing)).toEqual(Buffer.alloc(0));
      expect((await opened.other.get(much)).equals(large)).toBe(true);
    });

    test("give one digest for each input, in order, also for equal inputs", async () => {
      const [a, b] = [Buffer.from("a"), Buffer.from("b")];
      expect(await opened.blobs.put([b, a, b])).toEqual([b, a, b].map(toDigest));
      expect(await list(opened.blobs)).toHaveLength(2);
    });

    test("are taken from any iterable, and from a view only its own bytes", async () => {
      const whole = Buffer.from("xabcx");
      const digests = await opened.blobs.put(new Set([whole.subarray(1, 4)]));
      expect(digests).toEqual([toDigest(Buffer.from("abc"))]);
      expect((await opened.blobs.get(digests[0] ?? "")).toString()).toBe("abc");
    });

    test("that were never put are BLOB_NOT_FOUND", async () => {
      const digest = toDigest(Buffer.from("never"));
      expect(await opened.blobs.has(digest)).toBe(false);
      await expect(opened.blobs.get(digest)).rejects.toMatchObject({ code: "BLOB_NOT_FOUND", details: { digest } });
      await expect(opened.blobs.remove(digest)).resolves.toBeUndefined();
    });

    test.each([
      "",
      "..",
      "../x",
      "../../etc/passwd",
      "a".repeat(95),
      "A".repeat(96),
      `${"a".repeat(90)}/../x`,
      `${"a".repeat(96)}\n`,
    ])("have no blob named %j", async (name) => {
      await opened.blobs.put([Buffer.from("x")]);
      expect(await opened.blobs.has(name)).toBe(false);
      await expect(opened.blobs.get(name)).rejects.toMatchObject({ code: "BLOB_NOT_FOUND" });
      await expect(opened.blobs.remove(name)).resolves.toBeUndefined();
      expect(await list(opened.blobs)).toHaveLength(1);
    });

    test("are listed with their size and the time of their last put", async () => {
      const before = Date.now() - 2000;
      const digests = await opened.blobs.put(["", "four"].map((text) => Buffer.from(text)));
      const listed = await list(opened.other);
      expect(listed.map(({ digest, size }) => ({ digest, size }))).toEqual(
        digests
          .map((digest, index) => ({ digest, size: index * 4 }))
          .toSorted((a, b) => (a.digest < b.digest ? -1 : 1)),
      );
      for (const { at } of listed) {
        expect(at.getTime()).toBeGreaterThan(before);
        expect(at.getTime()).toBeLessThan(Date.now() + 2000);
      }
    });

    test("that are removed are gone for every client, and may be put again", async () => {
      const [digest = "", kept = ""] = await opened.blobs.put([Buffer.from("one"), Buffer.from("two")]);
      await opened.blobs.remove(digest);
      await opened.other.remove(digest);
      expect(await opened.other.has(digest)).toBe(false);
      await expect(opened.other.get(digest)).rejects.toMatchObject({ code: "BLOB_NOT_FOUND" });
      expect((await list(opened.other)).map((one) => one.digest)).toEqual([kept]);
      await opened.blobs.put([Buffer.from("one")]);
      expect((await opened.other.get(digest)).toString()).toBe("one");
    });

    test.each([
      ["empty", Buffer.alloc(0)],
      ["cut short", Buffer.from("the byt")],
      ["longer", Buffer.from("the bytes and more")],
      ["of other content", Buffer.from("the bytfs")],
      ["all zeros", Buffer.alloc(9)],
    ])(
      "that are %s on the disk are refused with their digest, and replaced when they are put again",
      async (_kind, torn) => {
        const whole = Buffer.from("the bytes");
        const [digest = "", intact = ""] = await opened.blobs.put([whole, Buffer.from("intact")]);
        await opened.damage(digest, torn);
        await expect(opened.blobs.get(digest)).rejects.toMatchObject({ code: "BLOB_CORRUPT", details: { digest } });
        expect(await opened.other.has(digest)).toBe(false);
        expect((await opened.other.get(intact)).toString()).toBe("intact");
        expect((await list(opened.other)).map((one) => one.digest)).toEqual([digest, intact].toSorted());
        await opened.other.put([whole]);
        expect(await opened.blobs.get(digest)).toEqual(whole);
      },
    );

    test("are whole when several clients put the same ones at once", async () => {
      const inputs = Array.from({ length: 40 }, (_, index) => Buffer.from(`let a = ${index};`.repeat(500)));
      const clients = [opened.blobs, opened.other, opened.blobs, opened.other, opened.blobs];
      const all = await Promise.all(clients.map((client) => client.put(inputs)));
      for (const digests of all) expect(digests).toEqual(inputs.map(toDigest));
      for (const input of inputs) expect(await opened.other.get(toDigest(input))).toEqual(input);
      expect(await list(opened.other)).toHaveLength(40);
    });

    test("keep the bytes that were given, also when the array changes afterwards", async () => {
      const bytes = Buffer.from("as they were");
      const [digest = ""] = await opened.blobs.put([bytes]);
      bytes.fill(0);
      expect((await opened.blobs.get(digest)).toString()).toBe("as they were");
    });
  });
}

/** All listed blobs, sorted by digest. */
async function list(blobs: Blobs): Promise<{ digest: Digest; size: number; at: Date }[]> {
  const all: { digest: Digest; size: number; at: Date }[] = [];
  for await (const one of blobs.list()) all.push(one);
  return all.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
}
