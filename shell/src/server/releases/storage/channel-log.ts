export interface LogEntry {
  revision: number;
  bytes: Buffer;
}

/**
 * An append-only log of JSON documents, numbered from 1 without gaps, with appends by compare-and-swap. It does not check the content
 * of entries: readers do. Every kind passes one contract suite, `describeChannelLog`.
 */
export interface ChannelLog {
  /**
   * The newest entry, or undefined before the first. An entry that was read survives a loss of power. Reads one entry only, so a long
   * log takes no more time.
   */
  head(): Promise<LogEntry | undefined>;
  /**
   * Whether the number after a revision is used: by an entry or by a torn one. Reads this number only, so it takes less time than
   * {@link head}, and the same time with 2 entries as with 2,000.
   */
  hasNext(revision: number): Promise<boolean>;
  /** @throws SiteError `REVISION_NOT_FOUND`, `REVISION_CORRUPT` when its file is no JSON document */
  read(revision: number): Promise<LogEntry>;
  /** The newest entry below a revision, across gaps and torn entries. */
  before(revision: number): Promise<LogEntry | undefined>;
  /** Where an entry is kept, for messages. */
  locate(revision: number): string;
  /**
   * Moves the newest entry out of the log, into another folder. For an entry that no client of the log appended.
   * @returns the new path of its bytes
   * @throws SiteError `REVISION_CONFLICT` when another is the newest
   */
  setAside(revision: number): Promise<string>;
  /**
   * The entries from `from` to `to`, both included, ascending; reads a few at a time. Yields all entries before one that cannot
   * be read, then fails; a new range may begin behind the `revision` in the error's details.
   */
  range(from: number, to: number): AsyncIterable<LogEntry>;
  /**
   * Durable when it resolves.
   * @throws SiteError `REVISION_CONFLICT` when the head is not `expected` (0 before the first), `REVISION_INVALID` when the
   *   bytes are no JSON object, which would look like an entry torn by a loss of power
   */
  append(expected: number, bytes: Uint8Array): Promise<void>;
  /** Calls back after each new entry of any client, until `signal` aborts. It may also call back without a new entry. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/**
 * Opens the logs of a store by name.
 * @throws SiteError `CHANNEL_NAME_INVALID`
 */
export type OpenLog = (name: string) => ChannelLog;
