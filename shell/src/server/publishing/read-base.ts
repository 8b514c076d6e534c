import { isSiteError, type SiteError } from "@site/contracts/errors";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";

/** The newest revision, on which the next one is based. */
export interface Base {
  /** The newest record; undefined before the first set, and when a key that signed it was revoked. */
  before: RevisionRecord | undefined;
  /** The number of the newest record, 0 before the first. */
  revision: number;
  /** The error of a newest record whose key was revoked. */
  revoked?: SiteError;
}

/** @throws SiteError when the newest record does not verify, unless because a key that signed it was revoked */
export async function readBase(store: ReleaseStore): Promise<Base> {
  // Read the number before the record: a record that is made meanwhile is then a conflict.
  const revision = await store.revision();
  try {
    const before = await store.current();
    return { before, revision: before?.set.revision ?? 0 };
  } catch (error) {
    if (isSiteError(error, "RECORD_REVOKED")) return { before: undefined, revision, revoked: error };
    throw error;
  }
}
