import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { Digest } from "@site/contracts/releases/digest";
import type { Envelope, Signer } from "@site/contracts/signing/signed-document";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import type { Release } from "@site/contracts/releases/release";
import type { LoadedRelease } from "./loaded-release.ts";
import type { Channels, PlannedChannels } from "./channels.ts";
import type { RevisionAction } from "./release-records.ts";
import type { ServerList } from "./storage/server-list.ts";
import type { StoredSet } from "./stored-set.ts";

/** Who made a revision, when and why: one line of the audit log. */
export interface RevisionRecord {
  set: ReleaseSet;
  /** UTC, ISO 8601. */
  at: string;
  /** The owner of the key that signed it. */
  by: string;
  why: string;
  /** Absent only in records of another kind of store: they count as promotes. */
  action?: RevisionAction;
  /** What stands beside the stable set; absent where there is nothing. */
  channels?: Channels;
}

/** A release that is in the store. */
export interface StoredRelease {
  name: string;
  version: string;
  /** When it was admitted. */
  at: Date;
}

/** A release with the signatures that admitted it. */
export interface SignedRelease {
  /** The digest of the manifest: the identity of the release. */
  digest: Digest;
  /** When it was admitted: UTC, ISO 8601. */
  at: string;
  /** The manifest with the signatures of its team. */
  manifest: Envelope;
  /** The admission, countersigned by the release check. */
  admission: Envelope;
}

/** A record of a channel, and the envelope it was read from. */
export interface SignedRecord {
  record: RevisionRecord;
  envelope: Envelope;
  /** The record before one that a server signed, which says which servers may. */
  before?: Envelope;
}

/** What an operator says about a revision. */
export interface RevisionNote {
  why: string;
  action?: RevisionAction;
  /** What stands beside the stable set from then on; without it, all stays as it is. */
  channels?: PlannedChannels;
}

/** A record that no client of the store appended. Servers accept no newer record until it is set aside. */
export interface ForeignRecord {
  /** The log it is in: `stable`, `verdicts`, `admissions-content`. */
  log: string;
  revision: number;
  /** Where it is. */
  path: string;
  /** What is wrong with it. */
  problem: string;
}

/** A part of a live set that the present trust list would refuse. */
export interface RefusedPart {
  /** `content@1.0.0-3f2a9c0d11aa`, or `revision 41` for the record itself. */
  what: string;
  /** The code of the error. */
  code: string;
  problem: string;
}

/** What a verdict on a set is about: the sites that it was rendered for, and the checks that it passed. */
export interface VerdictScope {
  sites: readonly string[];
  checks: readonly string[];
}

/**
 * Where releases and the sets made of them are kept, verified on every reading: releases by their team's and the release
 * check's signatures, records by an operator's, and by the digest of the record before.
 */
export interface ReleaseStore {
  /**
   * The release of a version, verified; from memory when it was loaded before.
   * @throws SiteError `RELEASE_NOT_FOUND`, or why it does not verify.
   */
  load(name: string, version: string): Promise<LoadedRelease>;
  /**
   * Returns when {@link load} would still give a release that was loaded earlier: no key that it needs was revoked since.
   * @throws SiteError `RELEASE_NOT_FOUND`, `KEY_REVOKED`, or what else is wrong with its signatures
   */
  check(name: string, version: string): Promise<void>;
  /**
   * A release as it was signed, for machines that verify it themselves.
   * @throws SiteError `RELEASE_NOT_FOUND`, or why it does not verify
   */
  readSigned(name: string, version: string): Promise<SignedRelease>;
  /** The record of a revision as it was signed. @throws SiteError `REVISION_NOT_FOUND`, or why it does not verify */
  readRecord(revision: number): Promise<SignedRecord>;
  /**
   * The manifest of an admitted release, verified, without its files.
   * @throws SiteError `RELEASE_NOT_FOUND`, `KEY_REVOKED`, or what else is wrong with it
   */
  readManifest(name: string, version: string): Promise<Release>;
  /** The parts of a live set that would be refused if it went live now, because a key was revoked since. Usually empty. */
  audit(set: ReleaseSet): Promise<RefusedPart[]>;
  /** The versions of a package that are admitted, newest last. */
  versions(name: string): Promise<string[]>;
  /**
   * Takes in a release that was read and checked, signed by its team and countersigned. Nothing is visible before all of
   * it is durable; the same release again is no error.
   * @param signatures of its team, made elsewhere; without them this machine's key of the team signs
   * @throws SiteError `RELEASE_VERSION_TAKEN` when the version exists with other content, `KEY_NOT_FOUND` without a key for it
   */
  admit(release: LoadedRelease, signatures?: Envelope["signatures"]): Promise<void>;
  /** The ids of the team's keys that signed an admitted release, whether or not they count today. @throws SiteError `RELEASE_NOT_FOUND` */
  signers(name: string, version: string): Promise<string[]>;
  /** Every release that is admitted, of every team of the trust list. */
  releases(): Promise<StoredRelease[]>;
  /**
   * Takes a release out of the store: an operator signs its removal. {@link sweep} removes its bytes.
   * @throws SiteError `RELEASE_LIVE`, `CLOCK_AHEAD`, `STORE_BEHIND`
   */
  remove(name: string, version: string): Promise<void>;
  /** Removes the bytes that no admitted release needs and that were not put in the last hour. @throws SiteError `CLOCK_AHEAD`, `STORE_BEHIND` */
  sweep(): Promise<{ blobs: number; bytes: number }>;
  /**
   * The set of these versions.
   * @throws SiteError `RELEASE_NOT_FOUND` for one that was never admitted
   */
  toSet(versions: Readonly<Record<string, string>>): Promise<StoredSet>;
  /** Whether the release check has signed for a whole set. */
  isChecked(set: StoredSet): Promise<boolean>;
  /** Signs as the release check that a whole set was checked. */
  countersign(set: StoredSet, checked: VerdictScope): Promise<void>;
  /**
   * The newest records that no client of the store wrote, newest first: in the channel those that do not verify, in other logs those above a gap
   * in the numbers of which none verifies. A record that was seen, or whose key was revoked since, is not among them.
   * @throws SiteError `CLOCK_BEHIND` when this machine's clock would take good records for ones of the future
   */
  findForeign(): Promise<ForeignRecord[]>;
  /** Takes a foreign record out and keeps its bytes. @returns where they are. @throws SiteError `REVISION_CONFLICT` when it is not the newest */
  setAside(record: ForeignRecord): Promise<string>;
  /** The number of the newest record, whether it verifies or not; 0 before the first. */
  revision(): Promise<number>;
  /**
   * The current set of the stable channel, or undefined before the first.
   * @throws SiteError when the newest record does not verify, or the channel is behind what was seen
   */
  current(): Promise<RevisionRecord | undefined>;
  /**
   * Makes a set that was checked the next revision.
   * @throws SiteError `REVISION_CONFLICT` when another came first, `SET_UNCHECKED`, `RELEASE_NOT_FOUND`, `KEY_NOT_FOUND`
   */
  advance(expected: number, versions: Readonly<Record<string, string>>, note: RevisionNote): Promise<RevisionRecord>;
  /**
   * The record that {@link advance} would sign, for an operator who signs it elsewhere within ten minutes.
   * @throws SiteError what {@link advance} throws, but for the key
   */
  draft(expected: number, versions: Readonly<Record<string, string>>, note: RevisionNote): Promise<JsonObject>;
  /**
   * Appends a record that an operator signed elsewhere. It is verified as every server verifies it, and has to follow the newest one.
   * One that is recorded already, because it is sent again, is given back as it is.
   * @throws SiteError `REVISION_CONFLICT`, `RECORD_INVALID`, or what is wrong with its signatures
   */
  appendSigned(envelope: Envelope): Promise<RevisionRecord>;
  /**
   * Returns the canary to the stable set, signed with a server's own key. It can change nothing else.
   * @throws SiteError `REVISION_CONFLICT` when another revision came first, `CANARY_NONE`, `SIGNATURE_FOREIGN` when no operator named the key
   */
  returnCanary(expected: number, why: string, server: Signer): Promise<RevisionRecord>;
  /**
   * The revisions, oldest first: all of them, or the latest `last`. One that cannot be read is left out and given to `onUnreadable`.
   */
  history(options?: {
    last?: number;
    onUnreadable?(revision: number, error: unknown): void;
  }): Promise<RevisionRecord[]>;
  /** Calls back after each new revision, until `signal` aborts. */
  watch(onChange: () => void, signal: AbortSignal): void;
  /** The set that was checked last, when it is the live one with the newest release of one package; undefined otherwise. */
  findCandidate(): Promise<ReleaseSet | undefined>;
  /** Calls back after the release check signed for another set, until `signal` aborts. */
  watchChecked(onChange: () => void, signal: AbortSignal): void;
  /** The servers of the store, when it has a list of them: a store of files has none. */
  readonly servers: ServerList | undefined;
  /** Ends what the store holds open. A process with a store in NATS ends only after this. */
  close(): Promise<void>;
}
