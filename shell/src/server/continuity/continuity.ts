import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { readSavedSite } from "./read-saved-site.ts";
import type { SavedSite } from "./saved-site.ts";
import { createSiteWriter } from "./write-saved-site.ts";
import { openServerKey, replaceServerKey, type ServerKey } from "./server-key.ts";
import { createStateFiles, type StateFiles, toContinuityFolder } from "./state-files.ts";

/** The copy on disk of the live set and data, from which the next start of the server restores them. */
export interface Continuity {
  /** The state found on disk at the start; undefined without one, and after {@link forget}. */
  readonly saved: SavedSite | undefined;
  /** Why the state found on disk was refused; undefined when it is used or there was none. */
  readonly refusal: SiteError | undefined;
  /** Writes the live set after each {@link note} from now on. */
  start(options: RememberingOptions): void;
  /** Frees the memory of {@link saved} once the start has used it. */
  forget(): void;
  /** Schedules a write of the live set, and later writes that include recompressed bodies. Call it when the live set changed. */
  note(): void;
  status(): ContinuityStatus;
  /** Writes pending changes and stops. */
  close(): Promise<void>;
}

export interface ContinuityStatus {
  /** The revision of the set on disk, which a start would restore. Shortly after a flip it is the previous one; null without a set. */
  revision: number | null;
  /** When the oldest pages of that set were composed: UTC, ISO 8601; null without a set. */
  composedAt: string | null;
  /** When this process last wrote the live set: UTC, ISO 8601; null before the first time. */
  rememberedAt: string | null;
  /** Why the live set cannot be written; null while it can. */
  problem: string | null;
}

export interface RememberingOptions {
  /** The pages that are live and the documents in force at this moment. */
  capture(): SavedSite;
  /** Called with an error of a write that differs from the previous one, so not at every attempt. */
  onProblem(error: unknown): void;
  /** Called when writing works again. */
  onRecovered(): void;
}

export interface ContinuityOptions {
  stateDir: string;
  siteId: string;
  /** The format in which this server composes pages; pages of another format are not read. */
  format: number;
}

/** Milliseconds from a change to its write; further changes do not delay it. */
const writeDelayMs = 300;

/** Milliseconds after the latest change at which the state is written again, with bodies that were recompressed since. */
const rewriteDelaysMs = [5000, 30_000, 120_000];

/** Milliseconds until the retry of a failed write. */
const retryMs = 30_000;

/** Opens the state of a server. A damaged, foreign or outdated state is refused with a reason; no error stops the start. */
export async function openContinuity({ stateDir, siteId, format }: ContinuityOptions): Promise<Continuity> {
  const path = toContinuityFolder(stateDir, siteId);
  const toSiteFacts = createSiteWriter();
  let key: ServerKey | undefined;
  let isKeyRefused = false;
  let files: StateFiles | undefined;
  let saved: SavedSite | undefined;
  /** The facts as they were read or written last. */
  let written = "";
  let refusal: SiteError | undefined;
  try {
    key = await openServerKey(stateDir);
    files = createStateFiles({ stateDir, siteId, key });
    const state = await files.read();
    saved = state && (await readSavedSite(state, format));
    if (state) written = JSON.stringify(state.facts);
  } catch (error) {
    isKeyRefused = isSiteError(error, "KEY_EXPOSED") || isSiteError(error, "KEY_INVALID");
    // When no key could be made either, there was no state to refuse.
    if (key || isKeyRefused)
      refusal = isSiteError(error, "CONTINUITY_REFUSED")
        ? error
        : new SiteError("CONTINUITY_REFUSED", { path, problem: toProblem(error) }, { cause: error });
  }

  let options: RememberingOptions | undefined;
  let onDisk = toStatus(saved);
  let rememberedAt: string | null = null;
  let problem: string | null = null;
  let next: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout[] = [];
  let isDue = false;
  let writing: Promise<void> | undefined;

  async function openFiles(): Promise<StateFiles> {
    if (files) return files;
    try {
      key = isKeyRefused ? await replaceServerKey(stateDir) : await openServerKey(stateDir);
    } catch (cause) {
      throw new SiteError("CONTINUITY_NOT_KEPT", { path, problem: toProblem(cause) }, { cause });
    }
    files = createStateFiles({ stateDir, siteId, key });
    return files;
  }

  async function writeOnce({ capture, onProblem, onRecovered }: RememberingOptions): Promise<void> {
    isDue = false;
    try {
      const site = capture();
      const { facts, needed } = await toSiteFacts(site);
      const text = JSON.stringify(facts);
      if (text !== written) {
        await (await openFiles()).write(facts, needed);
        rememberedAt = new Date().toISOString();
      }
      written = text;
      onDisk = toStatus(site);
      if (problem !== null) onRecovered();
      problem = null;
    } catch (error) {
      if (problem !== toProblem(error)) onProblem(error);
      problem = toProblem(error);
      later.push(setTimeout(() => void write(), retryMs).unref());
    }
  }

  /** Writes the live set, one write at a time; calls during a write cause one more. */
  function write(): Promise<void> {
    isDue = true;
    const current = options;
    if (!current) return Promise.resolve();
    writing ??= (async () => {
      while (isDue) await writeOnce(current);
    })().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  function cancel(): void {
    clearTimeout(next);
    for (const timer of later) clearTimeout(timer);
    next = undefined;
    later = [];
  }

  return {
    refusal,
    get saved() {
      return saved;
    },
    forget() {
      saved = undefined;
    },
    start(started) {
      options = started;
    },
    note() {
      isDue = true;
      for (const timer of later) clearTimeout(timer);
      later = rewriteDelaysMs.map((delay) => setTimeout(() => void write(), delay).unref());
      // The timer is not restarted, so that a site that changes constantly is written too.
      next ??= setTimeout(() => {
        next = undefined;
        void write();
      }, writeDelayMs).unref();
    },
    status: () => ({ ...onDisk, rememberedAt, problem }),
    async close() {
      cancel();
      if (isDue || writing) await write();
      cancel();
    },
  };
}

/** What a saved site says of its set. */
function toStatus(saved: SavedSite | undefined): Pick<ContinuityStatus, "revision" | "composedAt"> {
  const pages = saved?.pages;
  return { revision: pages?.state.set.revision ?? null, composedAt: pages?.composedAt ?? null };
}
