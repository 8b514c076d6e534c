import { toCode } from "@site/contracts/errors";
import type { ServedRevision, ServerList } from "../releases/storage/server-list.ts";

/** Milliseconds between two announcements without a change. A server without an announcement for 15 seconds is no longer listed. */
const intervalMs = 4000;

/** Milliseconds until the first retry of a failed announcement; the delay doubles with each further retry, up to the interval. */
const firstRetryMs = 250;

/** Since when a server could not announce itself, and the code of the last error. Promotes do not wait for it meanwhile. */
export interface Unlisted {
  since: string;
  why: string;
}

/** Announces in the store which revision this server serves, for other servers and operators. */
export interface Announcer {
  /** Announces the revision that went live. */
  note(): void;
  /** Resolves at the first announcement that succeeds, at the latest after this timeout. */
  listed(timeoutMs: number): Promise<void>;
  /** Since when announcements fail; null while they succeed. */
  unlisted(): Unlisted | null;
  /** Takes this server off the list. */
  close(): Promise<void>;
}

export interface AnnouncerOptions {
  servers: ServerList;
  read(): Omit<ServedRevision, "at">;
  /** Called at the first of consecutive failed announcements. */
  onProblem(error: unknown): void;
}

export function createAnnouncer({ servers, read, onProblem }: AnnouncerOptions): Announcer {
  const ended = new AbortController();
  const first = Promise.withResolvers<void>();
  let failures = 0;
  let unlisted: Unlisted | null = null;
  let isDue = false;
  let announcing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function announce(): Promise<void> {
    clearTimeout(timer);
    while (isDue && !ended.signal.aborted) {
      isDue = false;
      try {
        await servers.announce({ ...read(), at: new Date().toISOString() });
        failures = 0;
        unlisted = null;
        first.resolve();
      } catch (error) {
        if (failures === 0) onProblem(error);
        failures += 1;
        unlisted = {
          since: unlisted?.since ?? new Date().toISOString(),
          why: toCode(error),
        };
      }
    }
    announcing = undefined;
    if (ended.signal.aborted) return;
    timer = setTimeout(note, failures === 0 ? intervalMs : Math.min(firstRetryMs * 2 ** (failures - 1), intervalMs));
    timer.unref();
  }

  /** Announces the live revision, one announcement at a time; calls during an announcement cause one more. */
  function note(): void {
    isDue = true;
    announcing ??= announce();
  }

  note();
  return {
    note,
    async listed(timeoutMs) {
      const timeout = setTimeout(first.resolve, timeoutMs);
      await first.promise;
      clearTimeout(timeout);
    },
    unlisted: () => unlisted,
    async close() {
      ended.abort();
      clearTimeout(timer);
      await announcing;
      if (failures === 0) await servers.withdraw(read()).catch(() => undefined);
    },
  };
}
