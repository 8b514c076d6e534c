import { reasonsInContracts } from "./reasons/contracts.ts";
import { reasonsInDownloads } from "./reasons/downloads.ts";
import { reasonsInGeography } from "./reasons/geography.ts";
import { reasonsInReleases } from "./reasons/releases.ts";

/** Reasons for survivors of a run. A survivor without a reason needs a test. */
const reasons = [...reasonsInContracts, ...reasonsInDownloads, ...reasonsInGeography, ...reasonsInReleases];

/** The reason for a change on a line, if one is known. */
export function findReason(file: string, line: string, to: string): string | undefined {
  return reasons.find(
    (one) => one.file === file && line.includes(one.line) && (one.to === undefined || to.includes(one.to)),
  )?.reason;
}
