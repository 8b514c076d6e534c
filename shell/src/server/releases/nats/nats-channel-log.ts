import { setTimeout as sleep } from "node:timers/promises";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import type { ChannelLog, LogEntry, OpenLog } from "../storage/channel-log.ts";
import { assertChannelName, isJsonObject, isRevision, toDigits } from "../storage/log-entry.ts";
import { readRange } from "../storage/read-range.ts";
import { toAddressText } from "./nats-address.ts";
import { type OpenedBucket, withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";
import { watchKeys } from "./watch-keys.ts";
import { isWrongSequence } from "./wrong-sequence.ts";

/** Milliseconds for which an append without a response is retried, and between two retries. */
const confirmMs = 10_000;
const confirmAgainMs = 250;

/** The value under the number of an entry. `sequence` is that of JetStream; `bytes` is undefined for a value that is no entry. */
interface Found {
  revision: number;
  sequence: number;
  bytes: Buffer | undefined;
}

/** Opens logs whose entries are keys `<log>.<8 digits>` of one bucket. */
export function openNatsLogs(link: NatsLink): OpenLog {
  return (name) => {
    assertChannelName(name);
    return createNatsChannelLog(link, name);
  };
}

/**
 * A log in a key-value bucket. JetStream accepts an entry only while its number is unused, so of two clients that append the same number
 * one is refused. An append without a response is retried with the same condition, so it cannot become two entries.
 */
function createNatsChannelLog(link: NatsLink, name: string): ChannelLog {
  const toKey = (revision: number): string => `${name}.${toDigits(revision)}`;
  const withLog = <T>(run: (bucket: OpenedBucket) => Promise<T>): Promise<T> => withKeys(link, "logs", run);
  const toConflict = (actual: number, expected: number, cause?: unknown): SiteError =>
    new SiteError("REVISION_CONFLICT", { channel: name, actual, expected }, { cause });

  /** The latest value of a key, or of all keys that match a wildcard. */
  async function find(key: string): Promise<Found | undefined> {
    const stored = await withLog(({ jsm, stream, toSubject }) =>
      jsm.streams.getMessage(stream, { last_by_subj: toSubject(key) }),
    );
    if (!stored) return undefined;
    const isRemoved = stored.header?.has("KV-Operation") === true;
    const bytes = Buffer.from(stored.data);
    return {
      revision: Number(stored.subject.slice(stored.subject.lastIndexOf(".") + 1)),
      sequence: stored.seq,
      bytes: !isRemoved && isJsonObject(bytes) ? bytes : undefined,
    };
  }

  /** All used numbers, newest first. */
  async function numbers(): Promise<number[]> {
    const { state } = await withLog(({ jsm, stream, toSubject }) =>
      jsm.streams.info(stream, { subjects_filter: toSubject(`${name}.*`) }),
    );
    return Object.keys(state.subjects ?? {})
      .flatMap((subject) => /\.(\d{8})$/.exec(subject)?.[1] ?? [])
      .map(Number)
      .filter(isRevision)
      .toSorted((a, b) => b - a);
  }

  async function head(): Promise<LogEntry | undefined> {
    const last = await find(`${name}.*`);
    if (!last) return undefined;
    // The value that was written last is the newest entry, unless another account overwrote an older entry, or an entry was set aside.
    const isNewest = last.bytes !== undefined && (await find(toKey(last.revision + 1))) === undefined;
    return isNewest ? toEntry(last) : findBelow(Infinity);
  }

  async function findBelow(limit: number): Promise<LogEntry | undefined> {
    for (const revision of await numbers()) {
      const entry = revision < limit ? toEntry(await find(toKey(revision))) : undefined;
      if (entry) return entry;
    }
    return undefined;
  }

  async function before(limit: number): Promise<LogEntry | undefined> {
    const direct = isRevision(limit - 1) ? toEntry(await find(toKey(limit - 1))) : undefined;
    return direct ?? findBelow(limit);
  }

  async function read(revision: number): Promise<LogEntry> {
    const found = isRevision(revision) ? await find(toKey(revision)) : undefined;
    const entry = toEntry(found);
    if (entry) return entry;
    const isOlder = found !== undefined && ((await head())?.revision ?? 0) > revision;
    if (isOlder) throw new SiteError("REVISION_CORRUPT", { channel: name, revision, path: locate(revision) });
    throw new SiteError("REVISION_NOT_FOUND", { channel: name, revision });
  }

  const locate = (revision: number): string => `${toAddressText(link.address)}-logs/${toKey(revision)}`;

  async function append(expected: number, bytes: Uint8Array): Promise<void> {
    const revision = expected + 1;
    if (!isJsonObject(bytes)) throw new SiteError("REVISION_INVALID", { channel: name, revision });
    const actual = (await head())?.revision ?? 0;
    if (actual !== expected) throw toConflict(actual, expected);
    // A torn entry, or the mark of one that was set aside, is replaced.
    const present = await find(toKey(revision));
    if (present?.bytes) throw toConflict(revision, expected);
    await put(revision, bytes, present?.sequence ?? 0);
  }

  async function put(revision: number, bytes: Uint8Array, previousSeq: number): Promise<void> {
    const end = performance.now() + confirmMs;
    for (;;) {
      try {
        return await putOnce(revision, bytes, previousSeq);
      } catch (error) {
        if (!isSiteError(error, "STORE_UNREACHABLE")) throw error;
        if (performance.now() > end)
          throw new SiteError(
            "REVISION_UNCONFIRMED",
            { channel: name, revision, problem: toProblem(error) },
            { cause: error },
          );
        await sleep(confirmAgainMs);
      }
    }
  }

  async function putOnce(revision: number, bytes: Uint8Array, previousSeq: number): Promise<void> {
    try {
      await withLog(({ kv }) => kv.put(toKey(revision), bytes, { previousSeq }));
    } catch (error) {
      if (!isWrongSequence(error)) throw error;
      // The stored entry may be this one, from an earlier attempt without a response.
      if ((await find(toKey(revision)))?.bytes?.equals(bytes)) return;
      throw toConflict(revision, revision - 1, error);
    }
  }

  return {
    head,
    hasNext: async (revision) => (await find(toKey(revision + 1))) !== undefined,
    read,
    before,
    locate,
    async setAside(revision) {
      const newest = (await head())?.revision ?? 0;
      const found = await find(toKey(revision));
      if (newest !== revision || !found?.bytes) throw toConflict(newest, revision);
      const aside = `aside.${toKey(revision)}.${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
      const { bytes, sequence } = found;
      await withLog(async ({ kv }) => {
        await kv.put(aside, bytes);
        await kv.purge(toKey(revision), { previousSeq: sequence });
      });
      return `${toAddressText(link.address)}-logs/${aside}`;
    },
    range: (from, to) => readRange({ head, read }, from, to),
    append,
    watch: (onChange, signal) => watchKeys(link, { bucket: "logs", keys: `${name}.*`, onChange, signal }),
  };
}

function toEntry(found: Found | undefined): LogEntry | undefined {
  return found?.bytes && { revision: found.revision, bytes: found.bytes };
}
