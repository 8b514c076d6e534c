import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDigest } from "@site/contracts/releases/digest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { realDisk } from "../../disk/disk.ts";
import { openSeenRevision, type Seen, type SeenRevision } from "./seen-revision.ts";
import { SimulatedDrive } from "../../testing/simulated-drive.ts";

const accept = (memory: SeenRevision, newest: Seen | undefined): Promise<Seen | undefined> =>
  memory.accept(() => Promise.resolve(newest));
const toSeen = (revision: number, text = `record ${revision}`): Seen => ({
  revision,
  digest: toDigest(Buffer.from(text)),
});

describe("what a server remembers of a channel", () => {
  let root = "";
  let folder = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "seen-revision-"));
    folder = join(root, "seen", "stable");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const open = (): SeenRevision => openSeenRevision(root, "stable");

  test("is nothing on a first start, whose folder is not there yet", async () => {
    rmSync(root, { recursive: true });
    expect(await open().last()).toBeUndefined();
    await expect(accept(open(), undefined)).resolves.toBeUndefined();
    await accept(open(), toSeen(7));
    expect(await open().last()).toEqual(toSeen(7));
  });

  test("is the highest record it saw, across restarts, in one file", async () => {
    for (const revision of [1, 2, 2, 9, 12, 12]) await accept(open(), toSeen(revision));
    expect(await open().last()).toEqual(toSeen(12));
    expect(readdirSync(folder)).toEqual(["00000012.json"]);
    expect(readdirSync(join(root, "staging"))).toEqual([]);
  });

  test("refuses an older record as CHANNEL_ROLLED_BACK, and stays as it was", async () => {
    await accept(open(), toSeen(12));
    for (const newest of [toSeen(11), toSeen(1), undefined]) {
      await expect(accept(open(), newest)).rejects.toMatchObject({
        code: "CHANNEL_ROLLED_BACK",
        details: { channel: "stable", revision: newest?.revision ?? 0, seen: 12 },
        message: expect.stringContaining(join(folder, "00000012.json")),
      });
    }
    expect(await open().last()).toEqual(toSeen(12));
  });

  test("refuses another record with the same number as CHANNEL_FORKED, and stays as it was", async () => {
    await accept(open(), toSeen(12));
    await expect(accept(open(), toSeen(12, "forged"))).rejects.toMatchObject({
      code: "CHANNEL_FORKED",
      details: { channel: "stable", revision: 12 },
    });
    expect(await open().last()).toEqual(toSeen(12));
    await accept(open(), toSeen(13));
  });

  test("is kept apart for each channel", async () => {
    await accept(open(), toSeen(12));
    await accept(openSeenRevision(root, "verdicts"), toSeen(3));
    expect(await open().last()).toEqual(toSeen(12));
    expect(await openSeenRevision(root, "verdicts").last()).toEqual(toSeen(3));
  });

  test.each([
    "",
    "{",
    "null",
    "12",
    '{"revision":12}',
    JSON.stringify({ ...toSeen(12), digest: "abc" }),
    JSON.stringify(toSeen(13)),
    JSON.stringify({ ...toSeen(12), more: 1 }),
  ])("is refused with its path when it reads %j, and nothing is accepted", async (text) => {
    await accept(open(), toSeen(12));
    writeFileSync(join(folder, "00000012.json"), text);
    for (const newest of [toSeen(12), toSeen(13), undefined]) {
      await expect(accept(open(), newest)).rejects.toMatchObject({
        code: "STATE_CORRUPT",
        message: expect.stringContaining(join(folder, "00000012.json")),
      });
    }
    await expect(open().last()).rejects.toMatchObject({ code: "STATE_CORRUPT" });
  });

  test("that this account may not read is refused with the permission as the first advice", async () => {
    await accept(open(), toSeen(12));
    const denied = Object.assign(new Error("EACCES: permission denied, open"), { code: "EACCES" });
    const seen = openSeenRevision(root, "stable", { ...realDisk, read: () => Promise.reject(denied) });
    await expect(seen.last()).rejects.toMatchObject({
      code: "STATE_CORRUPT",
      message: expect.stringMatching(/permission denied.*Where it lacks a permission, give it to this account\. Else/),
    });
  });

  test("is refused when it is a link or a folder", async () => {
    mkdirSync(join(folder, "00000012.json"), { recursive: true });
    await expect(accept(open(), toSeen(13))).rejects.toMatchObject({ code: "STATE_CORRUPT" });
    rmSync(join(folder, "00000012.json"), { recursive: true });
    writeFileSync(join(root, "elsewhere"), JSON.stringify(toSeen(12)));
    symlinkSync(join(root, "elsewhere"), join(folder, "00000012.json"));
    await expect(accept(open(), toSeen(13))).rejects.toMatchObject({ code: "STATE_CORRUPT" });
  });

  test("may stand beside other files in its folder", async () => {
    await accept(open(), toSeen(12));
    for (const name of [".DS_Store", "99.json", "00000099.json~", "00000099.json.tmp"])
      writeFileSync(join(folder, name), "{}");
    expect(await open().last()).toEqual(toSeen(12));
  });

  test("accepts nothing while it cannot be written, and names the folder in the error", async () => {
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const seen = openSeenRevision(root, "stable", { ...realDisk, create: () => Promise.reject(full) });
    await expect(accept(seen, toSeen(1))).rejects.toMatchObject({
      code: "STORE_FULL",
      message: expect.stringContaining(root),
    });
    expect(await open().last()).toBeUndefined();
  });

  test("never goes back when several servers with one memory see records at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const revisions = [3, 1, 4, 2, 4].map((step) => round * 4 + step);
      const outcomes = await Promise.allSettled(revisions.map((revision) => accept(open(), toSeen(revision))));
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "CHANNEL_ROLLED_BACK" });
      }
      expect(await open().last()).toEqual(toSeen(round * 4 + 4));
    }
  });

  test("is read before the newest record, so a newer one of another server meanwhile is no rollback", async () => {
    await accept(open(), toSeen(1));
    const slow = open().accept(async () => {
      // Another server accepts a newer record after this one read the memory.
      await accept(open(), toSeen(2));
      return toSeen(1);
    });
    expect(await slow).toEqual(toSeen(1));
    expect(await open().last()).toEqual(toSeen(2));
  });

  test("refuses one of two servers that saw different records with one number", async () => {
    const outcomes = await Promise.allSettled([accept(open(), toSeen(1, "one")), accept(open(), toSeen(1, "other"))]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({ code: "CHANNEL_FORKED" });
  });
});

test.each(["lost", "there"])(
  "after a loss of power at any step, with what was not synced %s, what was accepted is remembered",
  async (what) => {
    for (let step = 0, isDone = false; !isDone; step += 1) {
      const drive = new SimulatedDrive();
      drive.cutAt(step);
      let accepted = 0;
      try {
        for (const revision of [1, 2, 5]) {
          await accept(openSeenRevision("/state", "stable", drive.open()), toSeen(revision));
          accepted = revision;
        }
        isDone = drive.steps < step;
      } catch (error) {
        expect(String(error instanceof Error && error.cause ? error.cause : error)).toContain("the power is off");
      }
      drive.restart((bound) => (what === "lost" ? 0 : bound - 1));
      const seen = openSeenRevision("/state", "stable", drive.open());
      expect((await seen.last())?.revision ?? 0).toBeGreaterThanOrEqual(accepted);
      await accept(seen, toSeen(6));
      expect(await seen.last()).toEqual(toSeen(6));
    }
  },
);
