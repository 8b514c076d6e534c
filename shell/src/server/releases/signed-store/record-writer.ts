import { isSiteError, SiteError } from "@site/contracts/errors";
import { toDigest } from "@site/contracts/releases/digest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { type Envelope, parseEnvelope, signDocument, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import * as v from "valibot";
import { toReturned } from "./canary-return.ts";
import { type PlannedChannels, type PlannedSet, toPlanned } from "../channels.ts";
import type { RecordReader } from "./record-reader.ts";
import { isDatedBefore, setRecordSchema, type SetRecord } from "../release-records.ts";
import type { ReleaseStore, RevisionNote, RevisionRecord } from "../release-store.ts";
import type { ChannelLog, LogEntry } from "../storage/channel-log.ts";
import type { SeenRevision } from "./seen-revision.ts";
import { assertServersTake, readServersView, type ServersViewSources } from "./servers-view.ts";
import { type Keys, requireKeys } from "./store-keys.ts";
import { type StoredChannels, storedChannelsSchema } from "../stored-channels.ts";
import type { Verdicts } from "./verdicts.ts";

export interface RecordWriterOptions {
  channel: string;
  log: ChannelLog;
  records: RecordReader;
  verdicts: Verdicts;
  toSet: ReleaseStore["toSet"];
  keys: Keys | undefined;
  /** The highest revision of the channel that this machine has seen. */
  seen: SeenRevision | undefined;
  /** Tells whether servers would accept a record of this process. */
  view: ServersViewSources;
  now(): Date;
}

/** Writes the records of a channel. Each names the sets that are live from then on, and the digest of the previous record. */
export type RecordWriter = Pick<ReleaseStore, "advance" | "draft" | "appendSigned" | "returnCanary">;

/** Milliseconds within which a prepared record has to be signed and appended. */
const draftMs = 10 * 60_000;

export function createRecordWriter({
  channel,
  log,
  records,
  verdicts,
  toSet,
  keys,
  seen,
  view,
  now,
}: RecordWriterOptions): RecordWriter {
  /**
   * The record that the next one follows. Only its bytes are needed, so a new one can be made although that one's key was revoked.
   * @throws SiteError `CHANNEL_ROLLED_BACK`, `CHANNEL_FORKED` in a channel that was put back: servers that saw more would refuse the next record too
   */
  async function readHead(): Promise<LogEntry | undefined> {
    const head = await log.head();
    await seen?.assertNotBehind(head && { revision: head.revision, digest: toDigest(head.bytes) });
    return head;
  }

  function assertNewest(newest: LogEntry | undefined, expected: number): void {
    const actual = newest?.revision ?? 0;
    if (actual !== expected) throw new SiteError("REVISION_CONFLICT", { channel, actual, expected });
  }

  /** The present channels; none when the newest record does not verify. */
  async function readChannels(): Promise<PlannedChannels> {
    const newest = await records.newest().catch(() => undefined);
    return toPlanned(newest?.record.channels ?? {});
  }

  async function toStored<T extends PlannedSet>({ versions, ...rest }: T) {
    const set = await toSet(versions);
    return { ...rest, set, verdict: await verdicts.require(set) };
  }

  /** Channels as a record has them; undefined where there is nothing, so that servers from before there were canaries read the record. */
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

  /** A record that follows another one, to be signed. */
  function toDocument(
    before: LogEntry | undefined,
    parts: Pick<SetRecord, "action" | "set" | "verdict" | "why" | "channels">,
  ): JsonObject {
    return toJsonObject({
      _type: "set-record",
      schemaVersion: 1,
      channel,
      revision: (before?.revision ?? 0) + 1,
      previous: before ? toDigest(before.bytes) : null,
      ...parts,
      at: toTime(before),
    });
  }

  /** The present time, but not before that of the previous record: operators' clocks differ by seconds, and servers refuse a record that is dated back. */
  function toTime(before: LogEntry | undefined): string {
    const present = now().toISOString();
    const earlier = before && findTime(before);
    return earlier !== undefined && present < earlier ? earlier : present;
  }

  /** Appends a signed record. One that servers would refuse is not appended. */
  async function append(before: LogEntry | undefined, envelope: Envelope): Promise<RevisionRecord> {
    const expected = before?.revision ?? 0;
    const bytes = toEnvelopeBytes(envelope);
    const verified = await records.verify({ revision: expected + 1, bytes });
    await log.append(expected, bytes);
    // The record is appended: if the seen revision cannot be written, the next command reports that.
    await seen?.accept(async () => verified).catch(() => undefined);
    return verified.record;
  }

  async function draftAfter(
    expected: number,
    versions: SetVersions,
    { why, action = { kind: "promote" }, channels }: RevisionNote,
  ): Promise<{ before: LogEntry | undefined; document: JsonObject }> {
    const before = await readHead();
    assertNewest(before, expected);
    const set = await toSet(versions);
    const verdict = await verdicts.require(set);
    const beside = await toStoredChannels(channels ?? (await readChannels()));
    return { before, document: toDocument(before, { action, set, verdict, ...(beside && { channels: beside }), why }) };
  }

  /** What a record that was signed elsewhere says of its place in the channel; a record with anything else is verified by {@link append}. */
  function assertFollows(before: LogEntry | undefined, { signed }: Envelope): void {
    const revision = (before?.revision ?? 0) + 1;
    const refuse = (problem: string): SiteError => new SiteError("RECORD_INVALID", { channel, revision, problem });
    const parsed = v.safeParse(setRecordSchema, signed);
    if (!parsed.success) throw refuse(`${v.getDotPath(parsed.issues[0]) ?? "it"}: ${parsed.issues[0].message}`);
    const record = parsed.output;
    assertNewest(before, record.revision - 1);
    if (record.previous !== (before ? toDigest(before.bytes) : null))
      throw refuse(`it does not follow revision ${revision - 1}`);
    if (record.action.kind === "canary-return") throw refuse("only a server returns a canary");
    if (!(now().getTime() - Date.parse(record.at) < draftMs)) throw refuse("it was prepared more than ten minutes ago");
    const earlier = before && findTime(before);
    if (earlier !== undefined && isDatedBefore(record, { at: earlier }))
      throw refuse(`it is dated before revision ${revision - 1}`);
  }

  /** The record that a signed one became when it was sent before, and its answer was lost; undefined when another has its number. */
  async function findRecorded(envelope: Envelope): Promise<RevisionRecord | undefined> {
    const { revision } = v.parse(setRecordSchema, envelope.signed);
    const entry = await log.read(revision).catch(() => undefined);
    return entry?.bytes.equals(toEnvelopeBytes(envelope)) ? (await records.verify(entry)).record : undefined;
  }

  return {
    async advance(expected, versions, note) {
      const known = await readServersView(view);
      const { before, document } = await draftAfter(expected, versions, note);
      assertServersTake(known, expected, new Date(toTime(before)));
      return append(before, await signDocument(document, [await requireKeys(keys).operator()]));
    },
    draft: async (expected, versions, note) => (await draftAfter(expected, versions, note)).document,
    async appendSigned(envelope) {
      try {
        const before = await readHead();
        assertFollows(before, envelope);
        return await append(before, envelope);
      } catch (error) {
        const recorded = isSiteError(error, "REVISION_CONFLICT") && (await findRecorded(envelope));
        if (!recorded) throw error;
        return recorded;
      }
    },
    async returnCanary(expected, why, server) {
      const before = await readHead();
      assertNewest(before, expected);
      const newest = before && (await records.verify(before)).signed;
      if (!newest?.channels?.canary) throw new SiteError("CANARY_NONE", {});
      const document = toDocument(before, { ...toReturned(newest), action: { kind: "canary-return" }, why });
      return append(before, await signDocument(document, [server]));
    },
  };
}

/** The time of a record, unverified; undefined when its bytes cannot be read. */
function findTime({ revision, bytes }: LogEntry): string | undefined {
  try {
    const { at } = parseEnvelope(bytes, `revision ${revision}`).signed;
    const time = new Date(typeof at === "string" ? at : Number.NaN);
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  } catch {
    return undefined;
  }
}
