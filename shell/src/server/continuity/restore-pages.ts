import type { FastifyBaseLogger } from "fastify";
import type { Digest } from "@site/contracts/releases/digest";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { LiveSite } from "../live/live-site.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import { within } from "../disk/within.ts";
import type { Continuity } from "./continuity.ts";

/** Milliseconds that a start waits for the store to confirm the saved set. After this timeout its pages are served unconfirmed. */
const storeTimeoutMs = 1000;

export interface RestoreOptions {
  continuity: Continuity;
  store: ReleaseStore;
  live: LiveSite;
  /** The digest of the site's configuration. */
  configuration: Digest;
  log: FastifyBaseLogger;
}

/**
 * Makes the pages from before the restart live, and logs it.
 * @param isAny whether pages of another configuration of the site are restored too, because none can be composed
 * @returns whether pages were restored
 */
export async function restorePages(
  { continuity: { saved, refusal }, store, live, configuration, log }: RestoreOptions,
  isAny = false,
): Promise<boolean> {
  if (refusal && !isAny)
    log.error(
      { code: refusal.code, problem: refusal.message },
      "what was remembered is not served; the site is composed from its releases",
    );
  const pages = saved?.pages;
  if (!pages) return false;
  const { composedAt, state, canary } = pages;
  let isConfirmed = false;
  const facts = { revision: state.set.revision, set: state.set.id, composedAt, pages: state.pages.size };
  if (pages.configuration !== configuration && !isAny) {
    log.warn(facts, "the remembered pages are of another configuration of the site; they are composed anew first");
    return false;
  }
  try {
    await within(
      assertAdmitted(store, state.set),
      storeTimeoutMs,
      new SiteError("STORE_TIMEOUT", { milliseconds: storeTimeoutMs }),
    );
    isConfirmed = true;
    log.warn(facts, "the pages from before the restart are served until they are composed anew");
  } catch (error) {
    if (error instanceof NotAdmittedError) {
      log.error(
        { ...facts, problem: error.message },
        "what was remembered is not served; the site is composed from its releases",
      );
      return false;
    }
    log.error(
      { ...facts, problem: toProblem(error) },
      "the release store could not be read; the pages from before the restart are served until it can be",
    );
  }
  // A canary that ended meanwhile is not restored, unless the store could not confirm anything.
  const isOver = isConfirmed && canary?.state.set.id !== (await readCanary(store));
  live.restore(state, composedAt, isOver ? undefined : canary);
  return true;
}

/** The id of the canary's set in the newest record. */
async function readCanary(store: ReleaseStore): Promise<string | undefined> {
  return (await store.current().catch(() => undefined))?.channels?.canary?.set.id;
}

/** The store could be read, and does not have the saved set. */
class NotAdmittedError extends Error {}

/**
 * @throws NotAdmittedError when the set is not the one of its revision, or is ahead of the store
 * @throws SiteError when the store cannot be read or its signatures do not count
 */
async function assertAdmitted(store: ReleaseStore, { id, revision }: ReleaseSet): Promise<void> {
  const newest = (await store.current())?.set;
  if (!newest) throw new SiteError("STORE_EMPTY", {});
  if (newest.revision < revision)
    throw new NotAdmittedError(
      `it is of revision ${revision}, and the newest of the release store is ${newest.revision}`,
    );
  const same =
    newest.revision === revision
      ? newest
      : (await store.history({ last: newest.revision - revision + 1 })).find(({ set }) => set.revision === revision)
          ?.set;
  if (same?.id !== id)
    throw new NotAdmittedError(`the release store has another set at revision ${revision}, or none that verifies`);
}
