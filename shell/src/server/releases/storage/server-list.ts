/** Milliseconds after which a server that was not heard of is no longer listed. */
export const presenceMs = 15_000;

/** What one server says of itself. */
export interface ServedRevision {
  /** The name of the server: one for each process, unless the operator names it. */
  server: string;
  site: string;
  /** The revision that visitors see; null before the first. */
  live: number | null;
  /** Why that is not the newest, as a code, and since when; null while it is. */
  lag: { since: string; why: string } | null;
  /** When it said so: UTC, ISO 8601. */
  at: string;
}

/** The servers of a store. One that is not heard of for {@link presenceMs} is no longer listed. */
export interface ServerList {
  announce(served: ServedRevision): Promise<void>;
  /** Takes a server off the list that ends. */
  withdraw(server: string): Promise<void>;
  list(): Promise<ServedRevision[]>;
  /** Calls back after each announcement, until `signal` aborts. It may also call back without one. */
  watch(onChange: () => void, signal: AbortSignal): void;
}
