import type { ServedRevision, ServerList } from "../releases/storage/server-list.ts";

/** Milliseconds between two announcements without a change. A server that is not heard of for 15 seconds is no longer listed. */
const intervalMs = 4000;

/** Milliseconds before an announcement that failed is repeated; each wait is twice the one before it, up to the interval. */
const firstRepeatMs = 250;

/** Tells the servers and operators of a store which revision this server serves. */
export interface Announcer {
  /** To be called when another revision is live. */
  note(): void;
  /** Resolves when this server is listed, or after so many milliseconds. */
  listed(timeoutMs: number): Promise<void>;
  /** Takes this server off the list. */
  close(): Promise<void>;
}

export interface AnnouncerOptions {
  servers: ServerList;
  read(): Omit<ServedRevision, "at">;
  /** Called when the list could not be written, once until it can be again. */
  onProblem(error: unknown): void;
}

export function createAnnouncer({ servers, read, onProblem }: AnnouncerOptions): Announcer {
  const ended = new AbortController();
  const first = Promise.withResolvers<void>();
  let failures = 0;
  let isDue = false;
  let telling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    clearTimeout(timer);
    while (isDue && !ended.signal.aborted) {
      isDue = false;
      try {
        await servers.announce({ ...read(), at: new Date().toISOString() });
        failures = 0;
        first.resolve();
      } catch (error) {
        if (failures === 0) onProblem(error);
        failures += 1;
      }
    }
    telling = undefined;
    if (ended.signal.aborted) return;
    timer = setTimeout(note, failures === 0 ? intervalMs : Math.min(firstRepeatMs * 2 ** (failures - 1), intervalMs));
    timer.unref();
  }

  /** Announces the live revision, one announcement at a time; a call during one leads to one more. */
  function note(): void {
    isDue = true;
    telling ??= tell();
  }

  note();
  return {
    note,
    async listed(timeoutMs) {
      const late = setTimeout(first.resolve, timeoutMs);
      await first.promise;
      clearTimeout(late);
    },
    async close() {
      ended.abort();
      clearTimeout(timer);
      await telling;
      if (failures === 0) await servers.withdraw(read().server).catch(() => undefined);
    },
  };
}
