export interface LogEntry {
  revision: number;
  bytes: Buffer;
}

/**
 * An append-only log of JSON documents, numbered from 1 without gaps, that moves by compare-and-swap. What an entry says is
 * for its reader to judge. Every kind passes one contract suite, `describeChannelLog`.
 */
export interface ChannelLog {
  /**
   * The newest entry, or undefined before the first. It survives a loss of power once it was read. Costs the same with 2 and
   * with 2,000 entries.
   */
  head(): Promise<LogEntry | undefined>;
  /** @throws SiteError `REVISION_NOT_FOUND`, `REVISION_CORRUPT` when it is there and is no JSON document */
  read(revision: number): Promise<LogEntry>;
  /** The newest entry below a revision, across gaps and torn entries. */
  before(revision: number): Promise<LogEntry | undefined>;
  /** Where an entry is kept, for messages. */
  locate(revision: number): string;
  /**
   * Takes the newest entry out of the log and keeps its bytes elsewhere, for one that was not appended by a client of the log.
   * @returns where its bytes are now
   * @throws SiteError `REVISION_CONFLICT` when another is the newest
   */
  setAside(revision: number): Promise<string>;
  /**
   * Ascending, both included, as far as there are entries; reads a few at a time, never all at once. Fails at one that cannot
   * be read, after those before it: a new range may begin behind the `revision` that the error's details name.
   */
  range(from: number, to: number): AsyncIterable<LogEntry>;
  /**
   * Durable when it resolves.
   * @throws SiteError `REVISION_CONFLICT` when the head is not `expected` (0 before the first), `REVISION_INVALID` when the
   *   bytes are no JSON object, which could not be told from an entry that a loss of power tore
   */
  append(expected: number, bytes: Uint8Array): Promise<void>;
  /** Calls back after each new entry, also one of another client, until `signal` aborts. It may call without a change. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/**
 * Opens the logs of a store by name.
 * @throws SiteError `CHANNEL_NAME_INVALID`
 */
export type OpenLog = (name: string) => ChannelLog;
