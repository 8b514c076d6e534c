import { SiteError } from "@site/contracts/errors";
import { toDigest } from "@site/contracts/releases/digest";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { signDocument, type Signer, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import * as v from "valibot";
import { toReturned } from "./canary-return.ts";
import { type PlannedChannels, type PlannedSet, toPlanned } from "./channels.ts";
import type { RecordReader } from "./record-reader.ts";
import type { SetRecord } from "./release-records.ts";
import type { ReleaseStore, RevisionNote, RevisionRecord } from "./release-store.ts";
import type { ChannelLog, LogEntry } from "./storage/channel-log.ts";
import { type Keys, requireKeys } from "./store-keys.ts";
import { type StoredChannels, storedChannelsSchema } from "./stored-channels.ts";
import type { Verdicts } from "./verdicts.ts";

export interface RecordWriterOptions {
  channel: string;
  log: ChannelLog;
  records: RecordReader;
  verdicts: Verdicts;
  toSet: ReleaseStore["toSet"];
  keys: Keys | undefined;
  now(): Date;
}

/** Writes the records of a channel. Each says what is live from then on, and names the digest of the record before. */
export type RecordWriter = Pick<ReleaseStore, "advance" | "returnCanary">;

export function createRecordWriter({
  channel,
  log,
  records,
  verdicts,
  toSet,
  keys,
  now,
}: RecordWriterOptions): RecordWriter {
  function assertNewest(newest: LogEntry | undefined, expected: number): void {
    const actual = newest?.revision ?? 0;
    if (actual !== expected) throw new SiteError("REVISION_CONFLICT", { channel, actual, expected });
  }

  /** What stands beside the stable set now; nothing when the newest record does not verify. */
  async function readChannels(): Promise<PlannedChannels> {
    const newest = await records.newest().catch(() => undefined);
    return toPlanned(newest?.record.channels ?? {});
  }

  async function toStored<T extends PlannedSet>({ versions, ...rest }: T) {
    const set = await toSet(versions);
    return { ...rest, set, verdict: await verdicts.require(set) };
  }

  /** Channels as a record has them; undefined where there is nothing, so that servers of before there were canaries read the record. */
  async function toStoredChannels({
    canary,
    previews,
    ...holds
  }: PlannedChannels): Promise<StoredChannels | undefined> {
    const named = await Promise.all(
      Object.entries(previews ?? {}).map(async ([name, one]) => [name, await toStored(one)] as const),
    );
    const stored = {
      ...(canary && { canary: await toStored(canary) }),
      ...(named.length > 0 && { previews: Object.fromEntries(named) }),
      ...(Object.keys(holds.pins ?? {}).length > 0 && { pins: holds.pins }),
      ...(holds.freeze && { freeze: holds.freeze }),
      ...(holds.guards && holds.guards.length > 0 && { guards: holds.guards }),
    };
    return Object.keys(stored).length > 0 ? v.parse(storedChannelsSchema, stored) : undefined;
  }

  /** Signs a record and appends it. A record that servers would refuse is not appended. */
  async function append(
    before: LogEntry | undefined,
    parts: Pick<SetRecord, "action" | "set" | "verdict" | "why" | "channels">,
    signer: Signer,
  ): Promise<RevisionRecord> {
    const expected = before?.revision ?? 0;
    const signed = {
      _type: "set-record",
      schemaVersion: 1,
      channel,
      revision: expected + 1,
      previous: before ? toDigest(before.bytes) : null,
      ...parts,
      at: now().toISOString(),
    };
    const bytes = toEnvelopeBytes(await signDocument(toJsonObject(signed), [signer]));
    const { record } = await records.verify({ revision: expected + 1, bytes });
    await log.append(expected, bytes);
    return record;
  }

  return {
    async advance(expected, versions, { why, action = { kind: "promote" }, channels }: RevisionNote) {
      // Only the bytes of the record before are needed, so a new one can be made although that one's key was revoked.
      const before = await log.head();
      assertNewest(before, expected);
      const set = await toSet(versions);
      const verdict = await verdicts.require(set);
      const beside = await toStoredChannels(channels ?? (await readChannels()));
      return append(
        before,
        { action, set, verdict, ...(beside && { channels: beside }), why },
        await requireKeys(keys).operator(),
      );
    },
    async returnCanary(expected, why, server) {
      const before = await log.head();
      assertNewest(before, expected);
      const newest = before && (await records.verify(before)).signed;
      if (!newest?.channels?.canary) throw new SiteError("CANARY_NONE", {});
      return append(before, { ...toReturned(newest), action: { kind: "canary-return" }, why }, server);
    },
  };
}
