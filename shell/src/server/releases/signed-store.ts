import { isDeepStrictEqual } from "node:util";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { type Release, releaseSchema } from "@site/contracts/releases/release";
import type { Blobs } from "./blobs.ts";
import type { ChannelLog, OpenLog } from "./channel-log.ts";
import { createReleaseLibrary } from "./release-library.ts";
import { parseManifest, toManifestBytes } from "./release-files.ts";
import type { LoadedRelease } from "./loaded-release.ts";
import { findAboveGap, findForeignRecords } from "./find-foreign.ts";
import { createRecordReader } from "./record-reader.ts";
import { type StoredSet, toSetDigest } from "./release-records.ts";
import { sweepBlobs } from "./sweep-blobs.ts";
import type { CheckedSet, RefusedPart, ReleaseStore, RevisionNote, RevisionRecord } from "./release-store.ts";
import type { SeenRevision } from "./seen-revision.ts";
import { isTrustError } from "./trust/is-trust-error.ts";
import {
  type Envelope,
  parseEnvelope,
  signDocument,
  type Signer,
  toEnvelopeBytes,
} from "@site/contracts/signing/signed-document";
import { toJsonObject } from "@site/contracts/signing/json-object";
import type { JsonObject } from "@site/contracts/signing/strict-json";
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
  /** Absent in a process that signs nothing. */
  keys?: Keys | undefined;
  /** What this machine remembers of the channel. Absent in tools that read it once. */
  seen?: SeenRevision | undefined;
  now?: () => Date;
}

const channel = "stable";

/** Verdicts that are looked through for a set, newest first: a set is promoted soon after it was checked. */
const verdictsLookedAt = 256;

/** Verdicts that are read at the same time. */
const verdictsAtOnce = 32;

/** A release store over blobs and logs: the same for every kind of them. */
export function createSignedStore({
  blobs,
  openLog,
  trust,
  keys,
  seen,
  now = () => new Date(),
}: SignedStoreOptions): ReleaseStore {
  const log = openLog(channel);
  const verdicts = openLog("verdicts");
  const library = createReleaseLibrary({ blobs, openLog, trust });
  const records = createRecordReader({ channel, log, trust, seen, now });

  async function findVerdict(set: StoredSet): Promise<Envelope | undefined> {
    const wanted = toSetDigest(set);
    // A newest record that does not verify gives no verdict; a next record can still be made.
    const live = await records.newest().catch(() => undefined);
    // The key of the release check may have been revoked since it became live.
    const ofLive =
      live && toSetDigest(live.signed.set) === wanted
        ? toVerdict(Buffer.from(JSON.stringify(live.signed.verdict)), wanted)
        : undefined;
    if (ofLive) return ofLive;
    const newest = (await verdicts.head())?.revision ?? 0;
    const oldest = Math.max(1, newest - verdictsLookedAt + 1);
    for (let last = newest; last >= oldest; last -= verdictsAtOnce) {
      const some = Array.from({ length: Math.min(verdictsAtOnce, last - oldest + 1) }, (_, index) =>
        verdicts.read(last - index),
      );
      for (const entry of await Promise.allSettled(some)) {
        const envelope = entry.status === "fulfilled" ? toVerdict(entry.value.bytes, wanted) : undefined;
        if (envelope) return envelope;
      }
    }
    return undefined;
  }

  /** The verdict in some bytes, when it is about a set and verifies. A signature costs more than the rest, so it comes last. */
  function toVerdict(bytes: Buffer, wanted: Digest): Envelope | undefined {
    if (!bytes.includes(wanted)) return undefined;
    try {
      const envelope = parseEnvelope(bytes, "verdict");
      return records.verifyVerdict(envelope).set === wanted ? envelope : undefined;
    } catch {
      return undefined;
    }
  }

  async function toSet(versions: Readonly<Record<string, string>>): Promise<StoredSet> {
    const packages = await Promise.all(
      Object.entries(versions).map(
        async ([name, version]) => [name, { version, digest: (await library.find(name, version)).digest }] as const,
      ),
    );
    return { schemaVersion: 1, packages: Object.fromEntries(packages) };
  }

  /**
   * Whether a release is admitted, with a signature of its team that counts. One whose key was revoked is admitted anew. The same content
   * from another builder or commit is the same release, and keeps the provenance with which it was admitted first.
   * @throws SiteError `RELEASE_VERSION_TAKEN` when the version was admitted with other content
   */
  async function isAdmitted({ release, digest, label }: LoadedRelease): Promise<boolean> {
    const { name, version } = release;
    try {
      const admission = await library.find(name, version);
      if (admission.digest !== digest && !isSameContent(await library.readManifest(admission), release))
        throw new SiteError("RELEASE_VERSION_TAKEN", { release: label });
      await library.check(name, version);
      return true;
    } catch (error) {
      if (isSiteError(error, "RELEASE_NOT_FOUND") || isTrustError(error)) return false;
      // Its manifest is damaged: it is put again.
      if (isSiteError(error) && error.code.startsWith("RELEASE_FILE_")) return true;
      throw error;
    }
  }

  function requireKeys(): Keys {
    if (!keys) throw new SiteError("STORE_READ_ONLY", {});
    return keys;
  }

  return {
    load: (name, version) => library.load(name, version),
    check: (name, version) => library.check(name, version),
    async readSigned(name, version) {
      const admission = await library.find(name, version);
      const signed = toJsonObject(await library.readManifest(admission));
      return {
        digest: admission.digest,
        at: admission.at,
        manifest: { signatures: admission.signatures, signed },
        admission: await library.readAdmission(name, version),
      };
    },
    signers: async (name, version) => (await library.find(name, version)).signatures.map(({ keyid }) => keyid),
    async readRecord(revision) {
      const entry = await log.read(revision);
      return { record: records.verify(entry).record, envelope: parseEnvelope(entry.bytes, `revision ${revision}`) };
    },
    readManifest: async (name, version) => library.readManifest(await library.find(name, version)),
    async audit({ revision, versions }) {
      const parts = [
        findRefusal(`revision ${revision}`, async () => records.verify(await log.read(revision))),
        ...Object.entries(versions).map(([name, version]) =>
          findRefusal(`${name}@${version}`, () => library.check(name, version)),
        ),
      ];
      return (await Promise.all(parts)).flat();
    },
    versions: async (name) => (await library.admissions(name)).map(({ version }) => version),
    async releases() {
      const lists = await Promise.all([...trust.teams.teams.keys()].map((name) => library.admissions(name)));
      return lists.flat().map(({ name, version, at }) => ({ name, version, at: new Date(at) }));
    },
    async remove(name, version) {
      if ((await records.newest())?.record.set.versions[name] === version)
        throw new SiteError("RELEASE_LIVE", { release: `${name}@${version}` });
      const removal = { _type: "removal", schemaVersion: 1, name, version, at: now().toISOString() };
      const bytes = toEnvelopeBytes(await signDocument(removal, [await requireKeys().operator()]));
      await appendNext(openLog(`admissions-${name}`), bytes, () => Promise.resolve(false));
    },
    sweep: () => sweepBlobs({ blobs, library, teams: [...trust.teams.teams.keys()], now }),
    async admit(release: LoadedRelease, given?: Envelope["signatures"]) {
      const { name, version } = parseManifest(release.release, release.release.name, release.label);
      const contents = [toManifestBytes(release.release), ...release.files.values()];
      if (await isAdmitted(release)) {
        // Writes only the files that were damaged since.
        await blobs.put(contents);
        return;
      }
      const signatures =
        given ?? (await signDocument(toJsonObject(release.release), [await requireKeys().team(name)])).signatures;
      const check = await requireKeys().check();
      // Fails before anything is stored when the key may not sign for this package.
      trust.verify(
        { signed: release.release, signatures },
        { role: { kind: "team", name }, type: "release", schema: releaseSchema },
      );
      await blobs.put(contents);
      const admission = {
        _type: "admission",
        schemaVersion: 1,
        name,
        version,
        digest: release.digest,
        signatures,
        at: now().toISOString(),
      };
      const bytes = toEnvelopeBytes(await signDocument(toJsonObject(admission), [check]));
      await appendNext(openLog(`admissions-${name}`), bytes, () => isAdmitted(release));
      // A collection at the same moment may have removed equal bytes: put them again when the release does not load.
      await library.load(name, version).catch(() => blobs.put(contents));
    },
    toSet,
    isChecked: async (set) => (await findVerdict(set)) !== undefined,
    async countersign(set, { sites, checks }: CheckedSet) {
      const verdict = {
        _type: "verdict",
        schemaVersion: 1,
        set: toSetDigest(set),
        sites: [...sites],
        checks: [...checks],
        at: now().toISOString(),
      };
      // The same verdict again, as after publishing the same release twice, would only make the log longer.
      if (isSameVerdict((await findVerdict(set))?.signed, verdict)) return;
      const envelope = await signDocument(toJsonObject(verdict), [await requireKeys().check()]);
      await appendNext(verdicts, toEnvelopeBytes(envelope), async () => (await findVerdict(set)) !== undefined);
    },
    async findForeign() {
      try {
        await records.newest();
      } catch (error) {
        if (!isSiteError(error)) throw error;
        const found = await findForeignRecords({ name: channel, log }, records, (await seen?.last())?.revision ?? 0);
        if (found.length > 0) return found;
      }
      const names = ["verdicts", ...[...trust.teams.teams.keys()].map((name) => `admissions-${name}`)];
      return (await Promise.all(names.map((name) => findAboveGap({ name, log: openLog(name) })))).flat();
    },
    setAside: ({ log: name, revision }) => openLog(name).setAside(revision),
    async revision() {
      return (await log.head())?.revision ?? 0;
    },
    async current() {
      return (await records.newest())?.record;
    },
    async advance(expected, versions, { why, action = { kind: "promote" } }: RevisionNote) {
      // Only the bytes of the record before are needed, so a new one can be made although that one's key was revoked.
      const before = await log.head();
      const actual = before?.revision ?? 0;
      if (actual !== expected) throw new SiteError("REVISION_CONFLICT", { channel, actual, expected });
      const set = await toSet(versions);
      const verdict = await findVerdict(set);
      if (verdict === undefined) throw new SiteError("SET_UNCHECKED", { set: toSetDigest(set).slice(0, 16) });
      const signed = {
        _type: "set-record",
        schemaVersion: 1,
        channel,
        revision: expected + 1,
        previous: before ? toDigest(before.bytes) : null,
        action,
        set,
        verdict,
        at: now().toISOString(),
        why,
      };
      const bytes = toEnvelopeBytes(await signDocument(toJsonObject(signed), [await requireKeys().operator()]));
      // Verify before writing: a record that servers would refuse is not appended.
      const { record } = records.verify({ revision: expected + 1, bytes });
      await log.append(expected, bytes);
      return record;
    },
    async history({ last = Number.POSITIVE_INFINITY, onUnreadable } = {}) {
      const newest = (await log.head())?.revision ?? 0;
      const readable: RevisionRecord[] = [];
      let previous: Digest | undefined;
      const first = Math.max(1, newest - last + 1);
      for (let revision = first; revision <= newest; revision += 1) {
        try {
          const verified = records.verify(await log.read(revision));
          if (previous !== undefined && verified.signed.previous !== previous) {
            throw new SiteError("RECORD_INVALID", {
              channel,
              revision,
              problem: `it does not follow revision ${revision - 1}`,
            });
          }
          previous = verified.digest;
          readable.push(verified.record);
        } catch (error) {
          previous = undefined;
          onUnreadable?.(revision, error);
        }
      }
      return readable;
    },
    watch: (onChange, signal) => log.watch(onChange, signal),
  };
}

/** Appends after the newest entry. On a conflict it tries again, unless `isThere` says that another process wrote the same entry. */
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

async function findRefusal(what: string, check: () => Promise<unknown>): Promise<RefusedPart[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [{ what, code: isSiteError(error) ? error.code : "UNEXPECTED", problem: toProblem(error) }];
  }
}

/** Whether two manifests are equal but for who built them, and of which commit. */
function isSameContent(before: Release, after: Release): boolean {
  return isDeepStrictEqual({ ...before, provenance: undefined }, { ...after, provenance: undefined });
}

/** Whether two verdicts are equal but for their time. */
function isSameVerdict(before: JsonObject | undefined, after: object): boolean {
  return before !== undefined && isDeepStrictEqual({ ...before, at: "" }, { ...after, at: "" });
}
