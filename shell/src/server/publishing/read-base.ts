import { isSiteError, type SiteError } from "@site/contracts/errors";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";

/** What the next set is made from. */
export interface Base {
  /** What is live; undefined before the first set, and when a key that signed the newest record was revoked. */
  before: RevisionRecord | undefined;
  /** The number of the newest record, 0 before the first. */
  revision: number;
  /** Why nothing is taken from the newest record. */
  revoked?: SiteError;
}

/** @throws SiteError when the newest record does not verify, unless because a key that signed it was revoked */
export async function readBase(store: ReleaseStore): Promise<Base> {
  // Before the record: one that is made meanwhile is a conflict.
  const revision = await store.revision();
  try {
    const before = await store.current();
    return { before, revision: before?.set.revision ?? 0 };
  } catch (error) {
    if (isSiteError(error, "RECORD_REVOKED")) return { before: undefined, revision, revoked: error };
    throw error;
  }
}
