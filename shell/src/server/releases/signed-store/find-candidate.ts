import { isRecord } from "@site/contracts/wire/wire-schema";
import { isSiteError } from "@site/contracts/errors";
import { parseEnvelope } from "@site/contracts/signing/signed-document";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { ChannelLog, OpenLog } from "../storage/channel-log.ts";
import type { Verdict } from "../release-records.ts";
import { type StoredSet, toReleaseSet, toSetDigest } from "../stored-set.ts";

export interface CandidateSource {
  /** The set that is live. */
  live: ReleaseSet;
  verdicts: ChannelLog;
  openLog: OpenLog;
  verifyVerdict(envelope: unknown): Verdict;
  toSet(versions: Readonly<Record<string, string>>): Promise<StoredSet>;
}

/**
 * The set that was checked last, when it is the live one with the newest release of one package: what a publish makes ready for a promote.
 * Its verdict and the admissions of its releases are verified.
 */
export async function findCandidate({
  live,
  verdicts,
  openLog,
  verifyVerdict,
  toSet,
}: CandidateSource): Promise<ReleaseSet | undefined> {
  const newest = await verdicts.head();
  if (!newest) return undefined;
  const { set: wanted } = verifyVerdict(parseEnvelope(newest.bytes, "verdict"));
  for (const [name, version] of Object.entries(live.versions)) {
    const admitted = await readNewestVersion(openLog(`admissions-${name}`));
    if (admitted === undefined || admitted === version) continue;
    const set = await toSet({ ...live.versions, [name]: admitted }).catch((error: unknown) => {
      if (isSiteError(error, "RELEASE_NOT_FOUND")) return undefined;
      throw error;
    });
    if (set && toSetDigest(set) === wanted) return toReleaseSet(set, live.revision);
  }
  return undefined;
}

/** The version that the newest entry of a package's admissions names. Not verified: a set is made of verified admissions alone. */
async function readNewestVersion(log: ChannelLog): Promise<string | undefined> {
  const newest = await log.head();
  const { signed }: { signed?: unknown } = newest ? parseEnvelope(newest.bytes, "admission") : {};
  const version = isRecord(signed) ? signed["version"] : undefined;
  return typeof version === "string" ? version : undefined;
}

/** Calls back when a log has a newer entry than before, until `signal` aborts. A log that cannot be read is read again at its next change. */
export function watchNewest(log: ChannelLog, onNewer: () => void, signal: AbortSignal): void {
  let newest: number | undefined;
  const look = async (): Promise<void> => {
    const head = await log.head().catch(() => undefined);
    const before = newest;
    newest = Math.max(before ?? 0, head?.revision ?? 0);
    if (before !== undefined && newest > before && !signal.aborted) onNewer();
  };
  void look();
  log.watch(() => void look(), signal);
}
