import type { Digest } from "@site/contracts/releases/digest";
import { isSiteError, SiteError, toCode, toProblem } from "@site/contracts/errors";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { parseEnvelope, signDocument, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import { verifyAdmission } from "./admission-index.ts";
import { createAdmitting } from "./admit-release.ts";
import { appendNext } from "./append-next.ts";
import { listSets } from "../channels.ts";
import { findCandidate, watchNewest } from "./find-candidate.ts";
import { findAboveGap, findForeignRecords } from "./find-foreign.ts";
import { createRecordReader } from "./record-reader.ts";
import { createRecordWriter } from "./record-writer.ts";
import { toRevokedRecord } from "./revoked-record.ts";
import { createReleaseLibrary } from "./release-library.ts";
import type { RefusedPart, ReleaseStore, RevisionRecord } from "../release-store.ts";
import type { SeenRevision } from "./seen-revision.ts";
import type { Blobs } from "../storage/blobs.ts";
import type { LogEntry, OpenLog } from "../storage/channel-log.ts";
import type { ServerList } from "../storage/server-list.ts";
import { assertNotBehind, assertServersTake, readServersView } from "./servers-view.ts";
import { type Keys, requireKeys } from "./store-keys.ts";
import type { StoredSet } from "../stored-set.ts";
import { sweepBlobs } from "./sweep-blobs.ts";
import type { Trust } from "../trust/trust.ts";
import { createVerdicts } from "./verdicts.ts";

export interface SignedStoreOptions {
  blobs: Blobs;
  openLog: OpenLog;
  trust: Trust;
  /** Absent in a process that signs nothing. */
  keys?: Keys | undefined;
  /** What this machine remembers of the channel. Absent in tools that read it once. */
  seen?: SeenRevision | undefined;
  now?: () => Date;
  /** The servers that announce what they serve; absent for a store that has no list of them. */
  servers?: ServerList | undefined;
  /** The time of the disk that the store is on; absent for a store that is not on one. */
  readDiskTime?: (() => Promise<Date>) | undefined;
  /** Ends what the store holds open, such as a connection. */
  close?: (() => Promise<void>) | undefined;
}

const channel = "stable";

/** A release store over blobs and logs: the same for every kind of them. */
export function createSignedStore({
  blobs,
  openLog,
  trust,
  keys,
  seen,
  now = () => new Date(),
  servers,
  readDiskTime,
  close,
}: SignedStoreOptions): ReleaseStore {
  const log = openLog(channel);
  const view = { servers, readDiskTime };
  const library = createReleaseLibrary({ blobs, openLog, trust });
  const records = createRecordReader({ channel, log, trust, seen, now });
  const verdictLog = openLog("verdicts");
  const verdicts = createVerdicts({ log: verdictLog, records, keys, now });
  const writer = createRecordWriter({
    channel,
    log,
    records,
    verdicts,
    toSet,
    keys,
    seen,
    view,
    now,
  });

  /** Checks the clock, which decides which blobs are old. @throws SiteError `CLOCK_AHEAD`, `STORE_BEHIND` */
  async function requireClock(): Promise<void> {
    assertServersTake(await readServersView(view), (await log.head())?.revision ?? 0, now());
  }

  async function toSet(versions: Readonly<Record<string, string>>): Promise<StoredSet> {
    const packages = await Promise.all(
      Object.entries(versions).map(
        async ([name, version]) => [name, { version, digest: (await library.find(name, version)).digest }] as const,
      ),
    );
    return { schemaVersion: 1, packages: Object.fromEntries(packages) };
  }

  return {
    servers,
    close: async () => close?.(),
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
      const { record } = await records.verify(entry);
      const signed = { record, envelope: parseEnvelope(entry.bytes, `revision ${revision}`) };
      if (record.action?.kind !== "canary-return") return signed;
      const { bytes } = await log.read(revision - 1);
      return { ...signed, before: parseEnvelope(bytes, `revision ${revision - 1}`) };
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
      await requireClock();
      const newest = (await records.newest())?.record;
      if (newest && listSets(newest).some(({ versions }) => versions[name] === version))
        throw new SiteError("RELEASE_LIVE", { release: `${name}@${version}` });
      const removal = { _type: "removal", schemaVersion: 1, name, version, at: now().toISOString() };
      const bytes = toEnvelopeBytes(await signDocument(removal, [await requireKeys(keys).operator()]));
      await appendNext(openLog(`admissions-${name}`), bytes, () => Promise.resolve(false));
    },
    async sweep() {
      await requireClock();
      return sweepBlobs({ blobs, library, teams: [...trust.teams.teams.keys()], now });
    },
    admit: createAdmitting({ blobs, openLog, trust, library, keys, now }),
    toSet,
    isChecked: async (set) => (await verdicts.find(set)) !== undefined,
    countersign: verdicts.countersign,
    async findForeign() {
      try {
        await records.newest();
      } catch (error) {
        if (!isSiteError(error)) throw error;
        // On a disk that is read-only nothing is set aside, so its time is not needed.
        assertNotBehind(await readServersView(view).catch(() => ({ time: undefined })), now());
        const found = await findForeignRecords({ name: channel, log }, records, (await seen?.last())?.revision ?? 0);
        if (found.length > 0) return found;
      }
      const unchained = [
        { name: "verdicts", verify: ({ bytes }: LogEntry) => records.verifyVerdict(bytes) },
        ...[...trust.teams.teams.keys()].map((name) => ({
          name: `admissions-${name}`,
          verify: ({ bytes }: LogEntry) => verifyAdmission(name, trust, bytes),
        })),
      ];
      return (await Promise.all(unchained.map((one) => findAboveGap({ ...one, log: openLog(one.name) })))).flat();
    },
    setAside: ({ log: name, revision }) => openLog(name).setAside(revision),
    async revision() {
      return (await log.head())?.revision ?? 0;
    },
    async current() {
      try {
        return (await records.newest())?.record;
      } catch (error) {
        throw isSiteError(error, "KEY_REVOKED") ? toRevokedRecord(error, await log.head()) : error;
      }
    },
    advance: writer.advance,
    draft: writer.draft,
    appendSigned: writer.appendSigned,
    returnCanary: writer.returnCanary,
    async history({ last = Number.POSITIVE_INFINITY, onUnreadable } = {}) {
      const newest = (await log.head())?.revision ?? 0;
      const readable: RevisionRecord[] = [];
      let previous: Digest | undefined;
      const first = Math.max(1, newest - last + 1);
      for (let revision = first; revision <= newest; revision += 1) {
        try {
          const verified = await records.verify(await log.read(revision));
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
    async findCandidate() {
      const live = (await records.newest())?.record.set;
      return (
        live && findCandidate({ live, verdicts: verdictLog, openLog, verifyVerdict: records.verifyVerdict, toSet })
      );
    },
    watchChecked: (onChange, signal) => watchNewest(verdictLog, onChange, signal),
  };
}

async function findRefusal(what: string, check: () => Promise<unknown>): Promise<RefusedPart[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [{ what, code: toCode(error), problem: toProblem(error) }];
  }
}
