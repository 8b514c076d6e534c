import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { createSiteWriter, readSavedSite, type SavedSite } from "./saved-site.ts";
import { openServerKey, replaceServerKey, type ServerKey } from "./server-key.ts";
import { createStateFiles, type StateFiles, toContinuityFolder } from "./state-files.ts";

/** What a server remembers of itself for its next start. */
export interface Continuity {
  /** What was remembered when this process started; undefined for nothing, and from {@link forget} on. */
  readonly saved: SavedSite | undefined;
  /** Why what was remembered is not used; undefined when it is, or when there was nothing. */
  readonly refusal: SiteError | undefined;
  /** From here on what is live is remembered, whenever it was noted that it changed. */
  start(options: RememberingOptions): void;
  /** Lets go of what was remembered, once the start has used it: its pages are many bytes. */
  forget(): void;
  /** Notes that what is live changed. It is written soon, and again when its bodies may have been made smaller. */
  note(): void;
  status(): ContinuityStatus;
  /** Writes what is not written yet, and ends. */
  close(): Promise<void>;
}

export interface ContinuityStatus {
  /** When what is live was written last by this process: UTC, ISO 8601; null before the first time. */
  rememberedAt: string | null;
  /** Why what is live cannot be remembered; null while it can. */
  problem: string | null;
}

export interface RememberingOptions {
  /** What is live and in force at this moment. */
  capture(): SavedSite;
  /** Told when something new stands in the way: once, and not at every attempt. */
  onProblem(error: unknown): void;
  /** Told when writing works again. */
  onRecovered(): void;
}

export interface ContinuityOptions {
  stateDir: string;
  siteId: string;
  /** The format in which this server composes pages: those of another one are not read. */
  format: number;
}

/** Milliseconds after a change in which it is written, however many follow. */
const writeDelayMs = 300;

/** Milliseconds after the latest change at which bodies that were compressed better since are written, the most asked for first. */
const rewriteDelaysMs = [5000, 30_000, 120_000];

/** Milliseconds until a failed write is tried again. */
const retryMs = 30_000;

/** Opens what a server remembers. What is damaged, foreign or old is refused, and nothing stops the start. */
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
    // Without a key that could be made nothing was remembered.
    if (key || isKeyRefused)
      refusal = isSiteError(error, "CONTINUITY_REFUSED")
        ? error
        : new SiteError("CONTINUITY_REFUSED", { path, problem: toProblem(error) }, { cause: error });
  }

  let options: RememberingOptions | undefined;
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
      const { facts, kept } = await toSiteFacts(capture());
      const text = JSON.stringify(facts);
      if (text !== written) {
        await (await openFiles()).write(facts, kept);
        rememberedAt = new Date().toISOString();
      }
      written = text;
      if (problem !== null) onRecovered();
      problem = null;
    } catch (error) {
      if (problem !== toProblem(error)) onProblem(error);
      problem = toProblem(error);
      later.push(setTimeout(() => void write(), retryMs).unref());
    }
  }

  /** Writes what is live, one write at a time; a call meanwhile leads to one more. */
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
    start(given) {
      options = given;
    },
    note() {
      isDue = true;
      for (const timer of later) clearTimeout(timer);
      later = rewriteDelaysMs.map((delay) => setTimeout(() => void write(), delay).unref());
      // Not put off by what follows: a site that changes all the time is remembered as well.
      next ??= setTimeout(() => {
        next = undefined;
        void write();
      }, writeDelayMs).unref();
    },
    status: () => ({ rememberedAt, problem }),
    async close() {
      cancel();
      if (isDue || writing) await write();
      cancel();
    },
  };
}
