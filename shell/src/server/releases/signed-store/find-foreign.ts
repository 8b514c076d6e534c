import { toDigest } from "@site/contracts/releases/digest";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import type { ChannelLog, LogEntry } from "../storage/channel-log.ts";
import type { RecordReader } from "./record-reader.ts";
import type { ForeignRecord } from "../release-store.ts";
import { isTrustError } from "../trust/is-trust-error.ts";

/** A log and its name. */
export interface NamedLog {
  name: string;
  log: ChannelLog;
}

/** A log beside the channel, whose entries do not name the previous one. */
export interface UnchainedLog extends NamedLog {
  /** @throws SiteError for an entry that no client of the log signed */
  verify(entry: LogEntry): unknown;
}

/**
 * The newest records of a channel that do not verify, newest first, down to one that does. The search also stops at a record that was seen, or whose
 * key was revoked or has retired since, because servers may have accepted that record.
 * @param seen the highest revision that was accepted
 * @throws SiteError `TRUST_FOREIGN` when none verifies and they are signed by keys that the trust list does not name: it is the list of another store
 */
export async function findForeignRecords(
  { name, log }: NamedLog,
  records: RecordReader,
  seen: number,
): Promise<ForeignRecord[]> {
  const foreign: ForeignRecord[] = [];
  let isSignedByOthers = false;
  let entry = await log.head();
  while (entry && entry.revision > seen) {
    const older: LogEntry | undefined = await log.before(entry.revision);
    try {
      const { signed } = await records.verify(entry);
      if (entry.revision > 1 && (older?.revision !== entry.revision - 1 || toDigest(older.bytes) !== signed.previous)) {
        throw new SiteError("RECORD_INVALID", {
          channel: name,
          revision: entry.revision,
          problem: "it does not follow the record before it",
        });
      }
      return foreign;
    } catch (error) {
      if (!isSiteError(error) || isOwn(error)) return foreign;
      isSignedByOthers ||= error.code === "SIGNATURE_FOREIGN";
      foreign.push({
        log: name,
        revision: entry.revision,
        path: log.locate(entry.revision),
        problem: toProblem(error),
      });
    }
    entry = older;
  }
  const [newest] = foreign;
  if (newest && isSignedByOthers && entry === undefined)
    throw new SiteError("TRUST_FOREIGN", { channel: name, path: newest.path });
  return foreign;
}

/**
 * Entries above a gap in the numbers that no client of the log signed: clients leave no gaps. Signed entries above a gap are valid: then the entry of the gap was
 * lost later, with its file or by its disk.
 */
export async function findAboveGap({ name, log, verify }: UnchainedLog): Promise<ForeignRecord[]> {
  const above: LogEntry[] = [];
  let entry = await log.head();
  while (entry && entry.revision > 1) {
    above.push(entry);
    const older: LogEntry | undefined = await log.before(entry.revision);
    const below = older?.revision ?? 0;
    if (await isMissing(log, below, entry.revision)) {
      if (await isOneSigned(above, older, { log, verify })) return [];
      return above.map(({ revision }) => ({
        log: name,
        revision,
        path: log.locate(revision),
        problem: `the entries between ${below} and ${entry?.revision} are missing.`,
      }));
    }
    // Looks at the newest few entries only, so that a log of thousands is not read.
    if (above.length > 8) return [];
    entry = older;
  }
  return [];
}

/** Whether a client of the log signed one of the entries above a gap, and that entry is not a copy of one below it. */
async function isOneSigned(
  above: readonly LogEntry[],
  newestBelow: LogEntry | undefined,
  { log, verify }: Pick<UnchainedLog, "log" | "verify">,
): Promise<boolean> {
  const signed = new Set(above.filter((entry) => isSigned(entry, verify)).map(({ bytes }) => toDigest(bytes)));
  for (let below = newestBelow; below && signed.size > 0; below = await log.before(below.revision))
    signed.delete(toDigest(below.bytes));
  return signed.size > 0;
}

function isSigned(entry: LogEntry, verify: UnchainedLog["verify"]): boolean {
  try {
    verify(entry);
    return true;
  } catch (error) {
    if (!isSiteError(error)) throw error;
    return isOwn(error);
  }
}

/** Whether one of the numbers between two has no entry, not even a damaged one. */
async function isMissing(log: ChannelLog, below: number, above: number): Promise<boolean> {
  for (let revision = above - 1; revision > below; revision -= 1) {
    try {
      await log.read(revision);
    } catch (error) {
      if (isSiteError(error, "REVISION_NOT_FOUND")) return true;
      if (!isSiteError(error, "REVISION_CORRUPT")) throw error;
    }
  }
  return false;
}

/** Whether a record may have been valid earlier: its key was revoked or has retired since, or the trust list cannot be used. */
function isOwn(error: SiteError): boolean {
  return (
    error.code === "KEY_REVOKED" ||
    error.code === "KEY_RETIRED" ||
    error.code.startsWith("TRUST_") ||
    (isTrustError(error) && error.code === "ROLE_UNKNOWN")
  );
}
