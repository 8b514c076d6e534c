import type { PackageName } from "@site/contracts/package-name";
import type { ReleaseSet, SetVersions } from "@site/contracts/release-set";
import type { LoadedRelease } from "./release-files.ts";

/** What a revision is: a promote, or a rollback to the versions of an earlier revision, of one package or of all. */
export type RevisionAction = { kind: "promote" } | { kind: "rollback"; to: number; package?: PackageName };

/** Why a channel came to a revision: one line of the audit log. */
export interface RevisionRecord {
  set: ReleaseSet;
  /** UTC, ISO 8601. */
  at: string;
  by: string;
  why: string;
  /** Records of the first stores do not say; they count as promotes. */
  action?: RevisionAction;
}

/** A release that is in the store. */
export interface StoredRelease {
  name: PackageName;
  version: string;
  /** When it was admitted. */
  at: Date;
}

/** Where releases and the sets made of them are kept. Every implementation passes one contract suite. */
export interface ReleaseStore {
  /** @throws SiteError `RELEASE_NOT_FOUND`, or why it does not verify. */
  load(name: PackageName, version: string): Promise<LoadedRelease>;
  /** The versions of a package that can be loaded, newest last. */
  versions(name: PackageName): Promise<string[]>;
  /**
   * Takes in a signed release folder. Nothing is visible before all of it is; the same release again is no error.
   * @throws SiteError `RELEASE_VERSION_TAKEN` when the version exists with other content.
   */
  admit(name: PackageName, version: string, folder: string): Promise<void>;
  /**
   * Every release of every package.
   * @throws SiteError `STORE_CORRUPT` for what is in the place of a release and is none
   */
  releases(): Promise<StoredRelease[]>;
  /** Takes a release out, at once and whole. One that is not there is no error. */
  remove(name: PackageName, version: string): Promise<void>;
  /** The current set of the stable channel, or undefined before the first. */
  current(): Promise<RevisionRecord | undefined>;
  /**
   * Makes `versions` the next revision.
   * @throws SiteError `REVISION_CONFLICT` when another operator was first, `RECORD_INVALID` for what could not be read back.
   */
  advance(expected: number, versions: SetVersions, note: { by: string; why: string; action?: RevisionAction }): Promise<RevisionRecord>;
  /** The revisions, oldest first: all of them, or the latest `last`. */
  history(options?: { last?: number }): Promise<RevisionRecord[]>;
  /** Calls back after each new revision, until `signal` aborts. */
  watch(onChange: () => void, signal: AbortSignal): void;
}
