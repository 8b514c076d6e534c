import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import type { ChannelLog, LogEntry } from "./channel-log.ts";
import {
  type Link,
  linkSchema,
  setRecordSchema,
  type SetRecord,
  toReleaseSet,
  toSetDigest,
  type Verdict,
  verdictSchema,
} from "./release-records.ts";
import type { RevisionRecord } from "./release-store.ts";
import type { Seen, SeenRevision } from "./seen-revision.ts";
import { type Envelope, parseEnvelope } from "@site/contracts/signing/signed-document";
import type { Trust } from "./trust/trust.ts";

/** Milliseconds a record may be ahead of this machine's clock. */
const allowedClockSkew = 5 * 60_000;

/** A record whose signatures, verdict and place in the channel were verified. */
export interface VerifiedRecord extends Seen {
  signed: SetRecord;
  record: RevisionRecord;
}

export interface RecordReaderOptions {
  channel: string;
  log: ChannelLog;
  trust: Trust;
  seen: SeenRevision | undefined;
  now(): Date;
}

/** Reads the records of a channel, and returns none that it has not verified. */
export interface RecordReader {
  /** @throws SiteError `RECORD_INVALID`, or what is wrong with its signatures */
  verify(entry: LogEntry): VerifiedRecord;
  verifyVerdict(envelope: unknown): Verdict;
  /**
   * The newest record, verified, and the chain down to the one that was seen last.
   * @throws SiteError `CHANNEL_ROLLED_BACK`, `CHANNEL_FORKED`, and what {@link verify} throws
   */
  newest(): Promise<VerifiedRecord | undefined>;
}

export function createRecordReader({ channel, log, trust, seen, now }: RecordReaderOptions): RecordReader {
  let head: VerifiedRecord | undefined;

  function verifyRecord(entry: LogEntry): VerifiedRecord {
    const refuse = (problem: string): SiteError =>
      new SiteError("RECORD_INVALID", { channel, revision: entry.revision, problem });
    const label = `revision ${entry.revision}`;
    // A retired operator's record stays valid while it is the newest; the next one may not be dated before it.
    const at = readTime(parseEnvelope(entry.bytes, label));
    const { signed, owners } = trust.verify(entry.bytes, {
      role: { kind: "operator" },
      type: "set-record",
      schema: setRecordSchema,
      at,
      label,
    });
    if (signed.channel !== channel) throw refuse(`it is of the channel ${signed.channel}`);
    if (signed.revision !== entry.revision) throw refuse(`it says that it is revision ${signed.revision}`);
    if ((signed.revision === 1) !== (signed.previous === null)) throw refuse("only the first record follows none");
    if (at.getTime() > now().getTime() + allowedClockSkew)
      throw refuse(`it is dated ${signed.at}, which is later than now`);
    const verdict = verifyVerdict(signed.verdict, at);
    if (verdict.set !== toSetDigest(signed.set)) throw refuse("its verdict is about another set");
    const { why, action } = signed;
    return {
      revision: entry.revision,
      digest: toDigest(entry.bytes),
      signed,
      record: { set: toReleaseSet(signed.set, signed.revision), at: signed.at, by: owners.join(", "), why, action },
    };
  }

  function verifyVerdict(envelope: unknown, at?: Date): Verdict {
    return trust.verify(envelope, {
      role: { kind: "check" },
      type: "verdict",
      schema: verdictSchema,
      ...(at && { at }),
    }).signed;
  }

  /**
   * Checks that each record carries the digest of the one before, down to the one that was seen last, so that no record in
   * between was exchanged. The keys of those in between may be revoked by now, and the one that was seen last may be unreadable.
   */
  async function verifyChain({ revision: newest, signed }: VerifiedRecord, known: Seen): Promise<void> {
    let later: Link & { revision: number } = { revision: newest, previous: signed.previous, at: signed.at };
    while (later.revision > known.revision) {
      const revision = later.revision - 1;
      const refuse = (problem: string): SiteError =>
        new SiteError("RECORD_INVALID", { channel, revision: later.revision, problem });
      const isKnown = revision === known.revision;
      if (isKnown && later.previous !== known.digest) throw refuse(`it does not follow revision ${revision}`);
      const link = await readLink(revision, later.previous);
      if (!link && !isKnown) throw refuse(`it does not follow revision ${revision}`);
      if (link && later.at < link.at) throw refuse(`it is dated before revision ${revision}`);
      later = { revision, previous: link?.previous ?? null, at: link?.at ?? later.at };
    }
  }

  /** What a record follows; undefined when it is unreadable or has another digest. */
  async function readLink(revision: number, digest: Digest | null): Promise<Link | undefined> {
    try {
      const { bytes } = await log.read(revision);
      return toDigest(bytes) === digest
        ? v.parse(linkSchema, parseEnvelope(bytes, `revision ${revision}`).signed)
        : undefined;
    } catch {
      return undefined;
    }
  }

  async function readNewest(): Promise<VerifiedRecord | undefined> {
    const entry = await log.head();
    if (!entry) return undefined;
    if (head?.revision === entry.revision && head.digest === toDigest(entry.bytes)) return head;
    // While the trust list has expired or is refused, the head that was accepted stays, and no newer record is accepted.
    trust.assertInForce();
    const newest = verifyRecord(entry);
    const known = head ?? (await seen?.last());
    if (known && known.revision < newest.revision) await verifyChain(newest, known);
    return newest;
  }

  return {
    verify: verifyRecord,
    verifyVerdict: (envelope) => verifyVerdict(envelope),
    async newest() {
      head = await (seen ? seen.accept(readNewest) : readNewest());
      return head;
    },
  };
}

/** The time that a record claims; an invalid date without one, and then its schema refuses the record. */
function readTime({ signed }: Envelope): Date {
  return new Date(typeof signed["at"] === "string" ? signed["at"] : Number.NaN);
}
