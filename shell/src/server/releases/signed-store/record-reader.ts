import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { SiteError } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { isRecord } from "@site/contracts/wire/wire-schema";
import * as v from "valibot";
import type { ChannelLog, LogEntry } from "../storage/channel-log.ts";
import {
  isDatedBefore,
  type RecordLink,
  recordLinkSchema,
  setRecordSchema,
  type SetRecord,
  type Verdict,
  verdictSchema,
} from "../release-records.ts";
import { findReturnProblem, toGuardKeys } from "./canary-return.ts";
import { toReleaseSet, toSetDigest, type StoredSet } from "../stored-set.ts";
import { toChannels } from "../channels.ts";
import { allowedClockSkewMs } from "./servers-view.ts";
import type { RevisionRecord } from "../release-store.ts";
import type { Seen, SeenRevision } from "./seen-revision.ts";
import { type Envelope, parseEnvelope } from "@site/contracts/signing/signed-document";
import type { SigningRole, Trust } from "../trust/trust.ts";

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

/** The record that was seen last. A server that has not started since knows what it says, too. */
type KnownRecord = Seen & { signed?: RecordLink };

/** Reads the records of a channel. Every record that it returns is verified. */
export interface RecordReader {
  /**
   * Verifies a record. One that a server signed is verified with the record before it, which names the servers that may.
   * @throws SiteError `RECORD_INVALID`, `RECORD_FUTURE`, or what is wrong with its signatures
   */
  verify(entry: LogEntry): Promise<VerifiedRecord>;
  verifyVerdict(envelope: unknown): Verdict;
  /**
   * The newest record, verified, and the chain down to the one that was seen last.
   * @throws SiteError `CHANNEL_ROLLED_BACK`, `CHANNEL_FORKED`, and what {@link verify} throws
   */
  newest(): Promise<VerifiedRecord | undefined>;
}

export interface RecordVerifierOptions extends Pick<RecordReaderOptions, "channel" | "trust" | "now"> {
  /** The record before one that a server signed: it names the servers that may sign. */
  read(revision: number): Promise<LogEntry>;
}

/** Verifies records and verdicts one by one, without the channel they are in. */
export interface RecordVerifier extends Pick<RecordReader, "verifyVerdict"> {
  /**
   * As in {@link RecordReader}.
   * @param keysAt when the keys of its operators have to count; by default at the record's own time
   */
  verify(entry: LogEntry, keysAt?: Date): Promise<VerifiedRecord>;
}

/** Who has to have signed a record, and how it is refused. */
interface Signed {
  role: SigningRole;
  refuse: (problem: string) => SiteError;
  keysAt: Date | undefined;
}

/** Checks the signatures of a record and its verdict, and that both are about the same set. Does not check the record before it. */
export function createRecordVerifier({ channel, trust, now, read }: RecordVerifierOptions): RecordVerifier {
  async function verifyRecord(entry: LogEntry, keysAt?: Date): Promise<VerifiedRecord> {
    const refuse = (problem: string): SiteError =>
      new SiteError("RECORD_INVALID", { channel, revision: entry.revision, problem });
    const envelope = parseEnvelope(entry.bytes, `revision ${entry.revision}`);
    const before = isReturn(envelope) ? await readBefore(entry.revision, { refuse, keysAt }) : undefined;
    const role: SigningRole = before
      ? { kind: "guard", keys: toGuardKeys(before.signed.channels) }
      : { kind: "operator" };
    const verified = verifySigned(entry, envelope, { role, refuse, keysAt });
    if (!before) return verified;
    const problem =
      verified.signed.previous === before.digest
        ? findReturnProblem(before.signed, verified.signed)
        : `it does not follow revision ${entry.revision - 1}`;
    if (problem !== undefined) throw refuse(problem);
    return verified;
  }

  /** The record before one that a server signed. It has to be an operator's, so the chain of such records has a length of two. */
  async function readBefore(revision: number, { refuse, keysAt }: Omit<Signed, "role">): Promise<VerifiedRecord> {
    if (revision === 1) throw refuse("a server returns a canary, and no record is before this one");
    const entry = await read(revision - 1);
    return verifySigned(entry, parseEnvelope(entry.bytes, `revision ${revision - 1}`), {
      role: { kind: "operator" },
      refuse,
      keysAt,
    });
  }

  function verifySigned(entry: LogEntry, envelope: Envelope, { role, refuse, keysAt }: Signed): VerifiedRecord {
    // A retired operator's record stays valid while it is the newest; the next one may not be dated before it.
    const at = readTime(envelope);
    const { signed, owners } = trust.verify(entry.bytes, {
      role,
      type: "set-record",
      schema: setRecordSchema,
      at: keysAt ?? at,
      label: `revision ${entry.revision}`,
    });
    if (signed.channel !== channel) throw refuse(`it is of the channel ${signed.channel}`);
    if (signed.revision !== entry.revision) throw refuse(`it says that it is revision ${signed.revision}`);
    if ((signed.revision === 1) !== (signed.previous === null)) throw refuse("only the first record follows none");
    const time = now();
    if (at.getTime() > time.getTime() + allowedClockSkewMs)
      throw new SiteError("RECORD_FUTURE", {
        channel,
        revision: entry.revision,
        at: signed.at,
        now: time.toISOString(),
      });
    const verifySet = (set: StoredSet, given: unknown): ReleaseSet => {
      if (verifyVerdict(given, at).set !== toSetDigest(set)) throw refuse("its verdict is about another set");
      return toReleaseSet(set, signed.revision);
    };
    const { why, action } = signed;
    const set = verifySet(signed.set, signed.verdict);
    const channels = toChannels(signed.channels, verifySet);
    return {
      revision: entry.revision,
      digest: toDigest(entry.bytes),
      signed,
      record: { set, at: signed.at, by: owners.join(", "), why, action, ...(channels && { channels }) },
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

  return { verify: verifyRecord, verifyVerdict: (envelope) => verifyVerdict(envelope) };
}

export function createRecordReader({ channel, log, trust, seen, now }: RecordReaderOptions): RecordReader {
  const { verify, verifyVerdict } = createRecordVerifier({
    channel,
    trust,
    now,
    read: (revision) => log.read(revision),
  });
  let head: VerifiedRecord | undefined;

  /**
   * Checks that each record carries the digest of the one before, down to the one that was seen last, so that no record in
   * between was exchanged. The keys of those in between may be revoked by now, and the one that was seen last may be unreadable.
   * @returns whether the newest is known to be dated after the one that was seen last, which an unreadable one does not tell
   */
  async function verifyChain({ revision: newest, signed }: VerifiedRecord, known: KnownRecord): Promise<boolean> {
    let isDated = false;
    let later: RecordLink & { revision: number } = { revision: newest, previous: signed.previous, at: signed.at };
    while (later.revision > known.revision) {
      const revision = later.revision - 1;
      const refuse = (problem: string): SiteError =>
        new SiteError("RECORD_INVALID", { channel, revision: later.revision, problem });
      const isKnown = revision === known.revision;
      if (isKnown && later.previous !== known.digest) {
        // The records of the store follow each other, from another one than was seen: the channel was put back, and went on.
        if (later.previous !== null && (await readLink(revision, later.previous)))
          await seen?.assertNotBehind({ revision, digest: later.previous });
        throw refuse(`it does not follow revision ${revision}`);
      }
      const link = (isKnown && known.signed) || (await readLink(revision, later.previous));
      if (!link && !isKnown) throw refuse(`it does not follow revision ${revision}`);
      if (link && isDatedBefore(later, link)) throw refuse(`it is dated before revision ${revision}`);
      isDated = link !== undefined;
      later = { revision, previous: link?.previous ?? null, at: link?.at ?? later.at };
    }
    return isDated;
  }

  /** What a record follows; undefined when it is unreadable or has another digest. */
  async function readLink(revision: number, digest: Digest | null): Promise<RecordLink | undefined> {
    try {
      const { bytes } = await log.read(revision);
      return toDigest(bytes) === digest
        ? v.parse(recordLinkSchema, parseEnvelope(bytes, `revision ${revision}`).signed)
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** The record that was seen last. What an operator took out of the memory, because the store was put back on purpose, does not count here either. */
  async function readKnown(): Promise<KnownRecord | undefined> {
    if (!seen) return head;
    const last = await seen.last();
    return head?.revision === last?.revision && head?.digest === last?.digest ? head : last;
  }

  async function readNewest(): Promise<VerifiedRecord | undefined> {
    const entry = await log.head();
    if (!entry) return undefined;
    if (head?.revision === entry.revision && head.digest === toDigest(entry.bytes)) return head;
    // While the trust list has expired or is refused, the head that was accepted stays, and no newer record is accepted.
    trust.assertInForce();
    const newest = await verify(entry);
    const known = await readKnown();
    const isDated = !known || known.revision >= newest.revision || (await verifyChain(newest, known));
    // With a key that is retired by now, it could be dated back to when the key counted.
    return isDated ? newest : verify(entry, now());
  }

  return {
    verify: (entry) => verify(entry),
    verifyVerdict,
    async newest() {
      head = await (seen ? seen.accept(readNewest) : readNewest());
      return head;
    },
  };
}

/** The time in a record, unverified; an invalid date without one, in which case its schema refuses the record. */
function readTime({ signed }: Envelope): Date {
  return new Date(typeof signed["at"] === "string" ? signed["at"] : Number.NaN);
}

/** Whether a record is the return of a canary by a server. The record before it names the keys that may sign it. */
function isReturn({ signed }: Envelope): boolean {
  const { action } = signed;
  return isRecord(action) && action["kind"] === "canary-return";
}
