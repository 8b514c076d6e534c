import { type Digest, toDigest } from "@site/contracts/digest";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { releaseSchema } from "@site/contracts/release";
import * as v from "valibot";
import type { Blobs } from "./blobs.ts";
import type { ChannelLog, LogEntry, OpenLog } from "./channel-log.ts";
import { createReleaseLibrary } from "./release-library.ts";
import { type LoadedRelease, parseManifest, toManifestBytes } from "./release-files.ts";
import { type Link, linkSchema, setRecordSchema, type SetRecord, type StoredSet, toReleaseSet, toSetDigest, type Verdict, verdictSchema } from "./release-records.ts";
import { sweepBlobs } from "./sweep-blobs.ts";
import type { CheckedSet, ReleaseStore, RevisionNote, RevisionRecord } from "./release-store.ts";
import type { Seen, SeenRevision } from "./seen-revision.ts";
import { type Envelope, parseEnvelope, signDocument, type Signer, toEnvelopeBytes } from "./trust/signed-document.ts";
import { toJsonObject } from "./json-object.ts";
import type { Trust } from "./trust/trust.ts";

/** Who may sign on this machine. A server has no keys at all. */
export interface Keys {
  team(name: string): Promise<Signer>;
  check(): Promise<Signer>;
  operator(): Promise<Signer>;
}

export interface SignedStoreOptions {
  blobs: Blobs;
  openLog: OpenLog;
  trust: Trust;
  /** Absent where nothing is ever signed. */
  keys?: Keys | undefined;
  /** What this machine remembers of the channel. Absent in tools that look once. */
  seen?: SeenRevision | undefined;
  now?: () => Date;
}

const channel = "stable";

/** Verdicts that are looked through for a set, newest first: a set is promoted soon after it was checked. */
const verdictsLookedAt = 256;

/** Milliseconds a record may be ahead of this machine's clock. */
const allowedClockSkew = 5 * 60_000;

/** A record whose signatures, verdict and place in the channel were verified. */
interface VerifiedRecord extends Seen {
  signed: SetRecord;
  record: RevisionRecord;
}

/** A release store over blobs and logs: the same for every kind of them. */
export function createSignedStore({ blobs, openLog, trust, keys, seen, now = () => new Date() }: SignedStoreOptions): ReleaseStore {
  const log = openLog(channel);
  const verdicts = openLog("verdicts");
  const library = createReleaseLibrary({ blobs, openLog, trust });
  let head: VerifiedRecord | undefined;

  /** @throws SiteError `RECORD_INVALID`, or what is wrong with its signatures */
  function verifyRecord(entry: LogEntry): VerifiedRecord {
    const refuse = (problem: string): SiteError => new SiteError("RECORD_INVALID", { channel, revision: entry.revision, problem });
    const label = `revision ${entry.revision}`;
    // A retired operator's record stays valid while it is the newest; the next one may not be dated before it.
    const at = readTime(parseEnvelope(entry.bytes, label));
    const { signed, owners } = trust.verify(entry.bytes, { role: { kind: "operator" }, type: "set-record", schema: setRecordSchema, at, label });
    if (signed.channel !== channel) throw refuse(`it is of the channel ${signed.channel}`);
    if (signed.revision !== entry.revision) throw refuse(`it says that it is revision ${signed.revision}`);
    if ((signed.revision === 1) !== (signed.previous === null)) throw refuse("only the first record follows none");
    if (at.getTime() > now().getTime() + allowedClockSkew) throw refuse(`it is dated ${signed.at}, which is later than now`);
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
    return trust.verify(envelope, { role: { kind: "check" }, type: "verdict", schema: verdictSchema, ...(at && { at }) }).signed;
  }

  /**
   * Each record carries the digest of the one before, down to the one that was seen last: none in between was exchanged. Those
   * in between need no signature of a key that still counts, and the one that was seen need not be readable any more.
   */
  async function verifyChain({ revision: newest, signed }: VerifiedRecord, known: Seen): Promise<void> {
    let later: Link & { revision: number } = { revision: newest, previous: signed.previous, at: signed.at };
    while (later.revision > known.revision) {
      const revision = later.revision - 1;
      const refuse = (problem: string): SiteError => new SiteError("RECORD_INVALID", { channel, revision: later.revision, problem });
      const isKnown = revision === known.revision;
      if (isKnown && later.previous !== known.digest) throw refuse(`it does not follow revision ${revision}`);
      const link = await readLink(revision, later.previous);
      if (!link && !isKnown) throw refuse(`it does not follow revision ${revision}`);
      if (link && later.at < link.at) throw refuse(`it is dated before revision ${revision}`);
      later = { revision, previous: link?.previous ?? null, at: link?.at ?? later.at };
    }
  }

  /** What a record follows, when its bytes are those that are meant. */
  async function readLink(revision: number, digest: Digest | null): Promise<Link | undefined> {
    try {
      const { bytes } = await log.read(revision);
      return toDigest(bytes) === digest ? v.parse(linkSchema, parseEnvelope(bytes, `revision ${revision}`).signed) : undefined;
    } catch {
      return undefined;
    }
  }

  async function readHead(): Promise<VerifiedRecord | undefined> {
    head = await (seen ? seen.accept(readNewest) : readNewest());
    return head;
  }

  async function readNewest(): Promise<VerifiedRecord | undefined> {
    const entry = await log.head();
    if (!entry) return undefined;
    if (head?.revision === entry.revision && head.digest === toDigest(entry.bytes)) return head;
    const newest = verifyRecord(entry);
    const known = head ?? (await seen?.last());
    if (known && known.revision < newest.revision) await verifyChain(newest, known);
    return newest;
  }

  async function findVerdict(set: StoredSet): Promise<Envelope | undefined> {
    const wanted = toSetDigest(set);
    const live = await readHead();
    if (live && toSetDigest(live.signed.set) === wanted) return parseEnvelope(live.signed.verdict, "verdict");
    const newest = (await verdicts.head())?.revision ?? 0;
    for (let revision = newest; revision > Math.max(0, newest - verdictsLookedAt); revision -= 1) {
      try {
        const envelope = parseEnvelope((await verdicts.read(revision)).bytes, "verdict");
        if (verifyVerdict(envelope).set === wanted) return envelope;
      } catch {
        // What does not verify is no verdict.
      }
    }
    return undefined;
  }

  async function toSet(versions: Readonly<Record<string, string>>): Promise<StoredSet> {
    const packages = await Promise.all(
      Object.entries(versions).map(async ([name, version]) => [name, { version, digest: (await library.find(name, version)).digest }] as const),
    );
    return { schemaVersion: 1, packages: Object.fromEntries(packages) };
  }

  /** @throws SiteError `RELEASE_VERSION_TAKEN` when the version was admitted with other content */
  async function isAdmitted({ release: { name, version }, digest, label }: LoadedRelease): Promise<boolean> {
    try {
      if ((await library.find(name, version)).digest !== digest) throw new SiteError("RELEASE_VERSION_TAKEN", { release: label });
      return true;
    } catch (error) {
      if (isSiteError(error, "RELEASE_NOT_FOUND")) return false;
      throw error;
    }
  }

  function requireKeys(): Keys {
    if (!keys) throw new SiteError("STORE_READ_ONLY", {});
    return keys;
  }

  return {
    load: (name, version) => library.load(name, version),
    versions: async (name) => (await library.admissions(name)).map(({ version }) => version),
    async releases() {
      const lists = await Promise.all([...trust.teams.teams.keys()].map((name) => library.admissions(name)));
      return lists.flat().map(({ name, version, at }) => ({ name, version, at: new Date(at) }));
    },
    async remove(name, version) {
      const removal = { _type: "removal", schemaVersion: 1, name, version, at: now().toISOString() };
      const bytes = toEnvelopeBytes(await signDocument(removal, [await requireKeys().operator()]));
      await appendNext(openLog(`admissions-${name}`), bytes, () => Promise.resolve(false));
    },
    sweep: () => sweepBlobs({ blobs, library, teams: [...trust.teams.teams.keys()], now }),
    async admit(release: LoadedRelease) {
      const { name, version } = parseManifest(release.release, release.release.name, release.label);
      const contents = [toManifestBytes(release.release), ...release.files.values()];
      if (await isAdmitted(release)) {
        // A file that was damaged since is whole again; what is whole is not written.
        await blobs.put(contents);
        return;
      }
      const team = await requireKeys().team(name);
      const check = await requireKeys().check();
      const { signatures } = await signDocument(toJsonObject(release.release), [team]);
      // A key that may not sign for this package is told of before anything is stored.
      trust.verify({ signed: release.release, signatures }, { role: { kind: "team", name }, type: "release", schema: releaseSchema });
      await blobs.put(contents);
      const admission = { _type: "admission", schemaVersion: 1, name, version, digest: release.digest, signatures, at: now().toISOString() };
      const bytes = toEnvelopeBytes(await signDocument(toJsonObject(admission), [check]));
      await appendNext(openLog(`admissions-${name}`), bytes, () => isAdmitted(release));
      // A collection may have removed bytes of an earlier copy at the same moment: what is acknowledged can be read.
      await library.load(name, version).catch(() => blobs.put(contents));
    },
    toSet,
    isChecked: async (set) => (await findVerdict(set)) !== undefined,
    async countersign(set, { sites, checks }: CheckedSet) {
      const verdict = { _type: "verdict", schemaVersion: 1, set: toSetDigest(set), sites: [...sites], checks: [...checks], at: now().toISOString() };
      const envelope = await signDocument(toJsonObject(verdict), [await requireKeys().check()]);
      await appendNext(verdicts, toEnvelopeBytes(envelope), async () => (await findVerdict(set)) !== undefined);
    },
    async current() {
      return (await readHead())?.record;
    },
    async advance(expected, versions, { why, action = { kind: "promote" } }: RevisionNote) {
      // Of the record before only its bytes count: a new one can be made although that one's key was revoked.
      const before = await log.head();
      const actual = before?.revision ?? 0;
      if (actual !== expected) throw new SiteError("REVISION_CONFLICT", { channel, actual, expected });
      const set = await toSet(versions);
      const verdict = await findVerdict(set);
      if (verdict === undefined) throw new SiteError("SET_UNCHECKED", { set: toSetDigest(set).slice(0, 16) });
      const signed = {
        _type: "set-record", schemaVersion: 1, channel, revision: expected + 1, previous: before ? toDigest(before.bytes) : null,
        action, set, verdict, at: now().toISOString(), why,
      };
      const bytes = toEnvelopeBytes(await signDocument(toJsonObject(signed), [await requireKeys().operator()]));
      // What cannot be read back is never written.
      const { record } = verifyRecord({ revision: expected + 1, bytes });
      await log.append(expected, bytes);
      return record;
    },
    async history({ last = Number.POSITIVE_INFINITY, onUnreadable } = {}) {
      const newest = (await readHead())?.revision ?? 0;
      const records: RevisionRecord[] = [];
      let previous: Digest | undefined;
      const first = Math.max(1, newest - last + 1);
      for (let revision = first; revision <= newest; revision += 1) {
        try {
          const verified = verifyRecord(await log.read(revision));
          if (previous !== undefined && verified.signed.previous !== previous) {
            throw new SiteError("RECORD_INVALID", { channel, revision, problem: `it does not follow revision ${revision - 1}` });
          }
          previous = verified.digest;
          records.push(verified.record);
        } catch (error) {
          previous = undefined;
          onUnreadable?.(revision, error);
        }
      }
      return records;
    },
    watch: (onChange, signal) => log.watch(onChange, signal),
  };
}

/** The time a record claims. One that claims none is refused for that when it is parsed. */
function readTime({ signed }: Envelope): Date {
  return new Date(typeof signed["at"] === "string" ? signed["at"] : Number.NaN);
}

/** Appends after whatever came first; done as well when `isThere` says that another process has written the same meanwhile. */
async function appendNext(log: ChannelLog, bytes: Buffer, isThere: () => Promise<boolean>): Promise<void> {
  for (;;) {
    try {
      return await log.append((await log.head())?.revision ?? 0, bytes);
    } catch (error) {
      if (!isSiteError(error, "REVISION_CONFLICT")) throw error;
      if (await isThere()) return;
    }
  }
}
