import type { ServedRevision, ServerList } from "../releases/storage/server-list.ts";

/** Milliseconds between two announcements without a change. A server that is not heard of for 15 seconds is no longer listed. */
const intervalMs = 4000;

/** Tells the servers and operators of a store which revision this server serves. */
export interface Announcer {
  /** To be called when another revision is live. */
  note(): void;
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
  let isFailing = false;
  let isDue = false;
  let telling: Promise<void> | undefined;

  async function tell(): Promise<void> {
    while (isDue && !ended.signal.aborted) {
      isDue = false;
      try {
        await servers.announce({ ...read(), at: new Date().toISOString() });
        isFailing = false;
      } catch (error) {
        if (!isFailing) onProblem(error);
        isFailing = true;
      }
    }
  }

  /** Tells it, one announcement at a time; a call during one leads to one more. */
  function note(): void {
    isDue = true;
    telling ??= tell().finally(() => {
      telling = undefined;
    });
  }

  const timer = setInterval(note, intervalMs);
  timer.unref();
  note();
  return {
    note,
    async close() {
      ended.abort();
      clearInterval(timer);
      await telling;
      if (!isFailing) await servers.withdraw(read().server).catch(() => undefined);
    },
  };
}
