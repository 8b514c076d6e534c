import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChannelLog, LogEntry, OpenLog } from "../releases/storage/channel-log.ts";

/** Logs under test. */
export interface LogsUnderTest {
  open: OpenLog;
  /** A second client of the same store, as another server or operator has. */
  other: OpenLog;
  /** Replaces the bytes of an entry, as a failing disk does. */
  damage(channel: string, revision: number, bytes: Uint8Array): Promise<void>;
  /** Fills an empty channel with entries, faster than appends would. */
  fill(channel: string, entries: readonly Uint8Array[]): Promise<void>;
  close?(): Promise<void>;
}

const toEntry = (value: unknown): Buffer => Buffer.from(JSON.stringify({ value }));

/** The contract suite of {@link ChannelLog}. `open` opens an empty store in a folder of its own. */
export function describeChannelLog(
  kind: string,
  open: (folder: string) => LogsUnderTest | Promise<LogsUnderTest>,
): void {
  let root = "";
  let opened: LogsUnderTest;
  let log: ChannelLog;
  let other: ChannelLog;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), `channel-log-${kind}-`));
    opened = await open(root);
    log = opened.open("stable");
    other = opened.other("stable");
  });
  afterEach(async () => {
    await opened.close?.();
    await rm(root, { recursive: true, force: true });
  });

  async function fill(count: number, from = 0): Promise<void> {
    for (let revision = from; revision < count; revision += 1) await log.append(revision, toEntry(revision + 1));
  }

  describe(`a channel log of ${kind}`, () => {
    test("has nothing at first", async () => {
      expect(await log.head()).toBeUndefined();
      expect(await range(log, 1, 10)).toEqual([]);
      await expect(log.read(1)).rejects.toMatchObject({
        code: "REVISION_NOT_FOUND",
        details: { channel: "stable", revision: 1 },
      });
    });

    test("appends entries that every client reads with exactly the given bytes", async () => {
      const odd = Buffer.from('{ "a": "Grüße ♠ \\u0000",\r\n "b": [1.50, null]}\n');
      await log.append(0, odd);
      expect(await other.head()).toEqual({ revision: 1, bytes: odd });
      await other.append(1, toEntry("second"));
      expect(await log.head()).toEqual({ revision: 2, bytes: toEntry("second") });
      expect(await log.read(1)).toEqual({ revision: 1, bytes: odd });
      expect(await range(other, 1, 2)).toEqual([
        { revision: 1, bytes: odd },
        { revision: 2, bytes: toEntry("second") },
      ]);
    });

    test("keeps channels apart", async () => {
      await log.append(0, toEntry("stable"));
      await opened.open("admissions-support-chat").append(0, toEntry("admission"));
      expect((await opened.other("admissions-support-chat").head())?.bytes).toEqual(toEntry("admission"));
      expect((await other.head())?.bytes).toEqual(toEntry("stable"));
      expect(await opened.other("verdicts").head()).toBeUndefined();
    });

    test.each(["", ".", "..", "../x", "a/b", "/etc", "Stable", "-a", "7", "a b", "a.b", "stable\n", "a".repeat(82)])(
      "refuses the name %j",
      (name) => {
        expect(() => opened.open(name)).toThrow(expect.objectContaining({ code: "CHANNEL_NAME_INVALID" }));
      },
    );

    test("refuses an append that expects another revision than the head, and names the head", async () => {
      await log.append(0, toEntry(1));
      for (const expected of [-1, 0, 0.5, 2, 7]) {
        await expect(log.append(expected, toEntry(2))).rejects.toMatchObject({
          code: "REVISION_CONFLICT",
          details: { channel: "stable", actual: 1, expected },
        });
      }
      await expect(log.append(Number.NaN, toEntry(2))).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
      expect(await range(log, 1, 10)).toHaveLength(1);
    });

    test("sets only the newest entry aside, and its number is free again", async () => {
      await fill(3);
      expect((await log.before(3))?.revision).toBe(2);
      await expect(log.setAside(2)).rejects.toMatchObject({
        code: "REVISION_CONFLICT",
        details: { actual: 3, expected: 2 },
      });
      await log.setAside(3);
      expect(await other.head()).toEqual({ revision: 2, bytes: toEntry(2) });
      await other.append(2, toEntry("again"));
      expect(await log.head()).toEqual({ revision: 3, bytes: toEntry("again") });
      await log.setAside(3);
      expect(await other.head()).toEqual({ revision: 2, bytes: toEntry(2) });
    });

    test.each(["", " ", "{", '{"a":', "null", "7", "[]", '"text"', "{}{}", "\u0000\u0000"])(
      "refuses %j as an entry, which could not be told from a torn one",
      async (text) => {
        await expect(log.append(0, Buffer.from(text))).rejects.toMatchObject({
          code: "REVISION_INVALID",
          details: { channel: "stable", revision: 1 },
        });
        expect(await other.head()).toBeUndefined();
      },
    );

    test("tells whether another client appended after a revision", async () => {
      expect(await log.hasNext(0)).toBe(false);
      await other.append(0, toEntry(1));
      expect([await log.hasNext(0), await log.hasNext(1)]).toEqual([true, false]);
      await fill(3, 1);
      expect([await other.hasNext(0), await other.hasNext(2), await other.hasNext(3)]).toEqual([true, true, false]);
      await opened.damage("stable", 2, Buffer.from('{"val'));
      expect(await opened.open("stable").hasNext(1)).toBe(true);
    });

    test.each([0, -1, 1.5, 3, 1e9, Number.NaN, Infinity])("has no revision %d", async (revision) => {
      await fill(2);
      await expect(log.read(revision)).rejects.toMatchObject({ code: "REVISION_NOT_FOUND" });
    });

    test("accepts exactly one of several appends at once in each of 20 rounds, without a gap", async () => {
      const clients = [log, other, opened.open("stable"), opened.other("stable"), log];
      for (let round = 0; round < 20; round += 1) {
        const outcomes = await Promise.allSettled(
          clients.map((client, index) => client.append(round, toEntry({ round, index }))),
        );
        const won = outcomes.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
        const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
        expect(won).toHaveLength(1);
        expect(lost).toHaveLength(4);
        for (const reason of lost)
          expect(reason).toMatchObject({ code: "REVISION_CONFLICT", details: { actual: round + 1, expected: round } });
        // Every client reads the entry that was acknowledged.
        for (const client of clients)
          expect(await client.head()).toEqual({ revision: round + 1, bytes: toEntry({ round, index: won[0] }) });
      }
      expect(await numbers(other, 1, Infinity)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    test("gives a range of entries, as far as there are any", async () => {
      await fill(12);
      expect(await numbers(other, 3, 5)).toEqual([3, 4, 5]);
      expect(await numbers(other, 11, 40)).toEqual([11, 12]);
      expect(await numbers(other, -3, 2)).toEqual([1, 2]);
      expect(await numbers(other, 13, 20)).toEqual([]);
      expect(await numbers(other, 5, 4)).toEqual([]);
    });

    test("calls back a client that watches after an entry of another client, until it stops", async () => {
      const [stopped, going] = [new AbortController(), new AbortController()];
      const calls = { stopped: 0, going: 0 };
      log.watch(() => {
        calls.stopped += 1;
      }, stopped.signal);
      opened.open("stable").watch(() => {
        calls.going += 1;
      }, going.signal);
      await other.append(0, toEntry(1));
      await vi.waitFor(() => expect([calls.stopped > 0, calls.going > 0]).toEqual([true, true]), { timeout: 10_000 });
      expect(await log.head()).toMatchObject({ revision: 1 });
      stopped.abort();
      const before = { ...calls };
      await other.append(1, toEntry(2));
      // Wait for calls by the interval too, so that the stopped client would have been called by then.
      await vi.waitFor(() => expect(calls.going).toBeGreaterThan(before.going + 1), { timeout: 20_000 });
      expect(calls.stopped).toBe(before.stopped);
      going.abort();
    });

    test("does not call back a client that stopped before it watched", async () => {
      let calls = 0;
      log.watch(() => {
        calls += 1;
      }, AbortSignal.abort());
      await other.append(0, toEntry(1));
      expect(calls).toBe(0);
    });

    describe("with a torn newest entry", () => {
      test.each(["", "{", '{"value":3', "\u0000".repeat(11)])(
        "of %j, has the entry before as its head, and uses the number again",
        async (torn) => {
          await fill(3);
          await opened.damage("stable", 3, Buffer.from(torn));
          const [fresh, second] = [opened.open("stable"), opened.other("stable")];
          expect(await fresh.head()).toEqual({ revision: 2, bytes: toEntry(2) });
          await expect(fresh.read(3)).rejects.toMatchObject({ code: "REVISION_NOT_FOUND" });
          expect(await range(fresh, 1, 9)).toHaveLength(2);
          const outcomes = await Promise.allSettled(
            [fresh, second, fresh, second].map((client, index) => client.append(2, toEntry({ index }))),
          );
          expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
          const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
          expect(await second.head()).toEqual({ revision: 3, bytes: toEntry({ index: winner }) });
          await second.append(3, toEntry("fourth"));
          expect(await numbers(fresh, 1, 9)).toEqual([1, 2, 3, 4]);
          expect(await fresh.read(3)).toEqual({ revision: 3, bytes: toEntry({ index: winner }) });
        },
      );

      test("and another torn one before it, has the newest whole entry as its head, and grows again without a gap", async () => {
        await fill(4);
        for (const revision of [3, 4]) await opened.damage("stable", revision, Buffer.alloc(0));
        const fresh = opened.open("stable");
        expect((await fresh.head())?.revision).toBe(2);
        for (const revision of [3, 4, 5]) {
          await fresh.append(revision - 1, toEntry(`again ${revision}`));
          expect(await opened.other("stable").head()).toEqual({ revision, bytes: toEntry(`again ${revision}`) });
        }
        expect(await numbers(fresh, 1, 9)).toEqual([1, 2, 3, 4, 5]);
      });

      test("that is the first, is empty", async () => {
        await fill(1);
        await opened.damage("stable", 1, Buffer.alloc(0));
        const fresh = opened.open("stable");
        expect(await fresh.head()).toBeUndefined();
        await fresh.append(0, toEntry("again"));
        expect(await fresh.head()).toEqual({ revision: 1, bytes: toEntry("again") });
      });
    });

    test("with an older entry that is unreadable, refuses that one with its revision, and reads and appends others", async () => {
      await fill(5);
      await opened.damage("stable", 2, Buffer.from('{"val'));
      const fresh = opened.open("stable");
      await expect(fresh.read(2)).rejects.toMatchObject({
        code: "REVISION_CORRUPT",
        details: { channel: "stable", revision: 2 },
      });
      expect((await fresh.head())?.revision).toBe(5);
      expect(await range(fresh, 3, 9)).toHaveLength(3);
      await fresh.append(5, toEntry(6));
      const seen: number[] = [];
      await expect(
        (async () => {
          for await (const { revision } of fresh.range(1, 9)) seen.push(revision);
        })(),
      ).rejects.toMatchObject({ code: "REVISION_CORRUPT", details: { revision: 2 } });
      expect(seen).toEqual([1]);
    });

    test("reads 2,000 entries in order, and appends after them", async () => {
      await opened.fill(
        "stable",
        Array.from({ length: 2000 }, (_, index) => toEntry(index + 1)),
      );
      let next = 1;
      for await (const { revision, bytes } of other.range(1, 2000)) {
        if (revision !== next || !bytes.equals(toEntry(next)))
          throw new Error(`revision ${revision} came where ${next} was due`);
        next += 1;
      }
      expect(next).toBe(2001);
      await other.append(2000, toEntry(2001));
      expect((await log.head())?.revision).toBe(2001);
    });
  });
}

async function range(log: ChannelLog, from: number, to: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const entry of log.range(from, to)) entries.push(entry);
  return entries;
}

async function numbers(log: ChannelLog, from: number, to: number): Promise<number[]> {
  return (await range(log, from, to)).map(({ revision }) => revision);
}
