/** Milliseconds after which a server without an announcement is no longer listed. */
export const presenceMs = 15_000;

/** The announcement of a server. */
export interface ServedRevision {
  /** The name of the server: one for each process, unless the operator names it. */
  server: string;
  /** Digits of the server's key, by which servers of the same name are told apart; absent for one that has no key. */
  instance?: string | undefined;
  site: string;
  /** The revision that visitors see; null before the first. */
  live: number | null;
  /** The lag: why this is not the newest revision, as a code, and since when; null without a lag. */
  lag: { since: string; why: string } | null;
  /** The time of the announcement: UTC, ISO 8601. */
  at: string;
}

/** The servers of a store. A server without an announcement for {@link presenceMs} is no longer listed. */
export interface ServerList {
  announce(served: ServedRevision): Promise<void>;
  /** Removes a server that ends from the list. */
  withdraw(served: Pick<ServedRevision, "server" | "instance">): Promise<void>;
  list(): Promise<ServedRevision[]>;
  /** Calls back after each announcement, until `signal` aborts. It may also call back without one. */
  watch(onChange: () => void, signal: AbortSignal): void;
}
