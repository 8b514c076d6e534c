import { type ErrorCode, isSiteError, toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { planRollback } from "../../src/server/publishing/promote.ts";
import type { ReleaseStore, RevisionRecord } from "../../src/server/releases/release-store.ts";
import { isTrustCode } from "../../src/server/releases/trust/is-trust-error.ts";
import { type Diagnosis, fine } from "./diagnosis.ts";

/** Codes for which a rollback is refused in a healthy store too. */
const usualRefusals: readonly ErrorCode[] = ["ROLLBACK_IMPOSSIBLE", "PACKAGE_PINNED", "RELEASE_REFUSED"];

/**
 * Missing or damaged revisions of the history, and the targets of the next rollbacks. Revisions signed by a key that was revoked later are refused,
 * but not missing. The history is read once for all findings, because reading verifies each record.
 */
export async function examineHistory(store: ReleaseStore, live: RevisionRecord): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  const records = await store.history({
    onUnreadable(revision, error) {
      if (isSiteError(error) && isTrustCode(error.code)) return;
      found.push({
        about: "history",
        state: "soon",
        found: `Revision ${revision} cannot be read: ${toProblem(error)}`,
        change:
          "Restore its file from a backup. Until then rollbacks go by the revisions that are left, and site store collect removes nothing.",
      });
    },
  });
  return [...found, ...(await examineRollbacks({ ...store, history: async () => records }, live))];
}

/** Whether the targets of the next rollbacks are complete: of the whole set, and of each package alone. */
async function examineRollbacks(store: ReleaseStore, live: RevisionRecord): Promise<Diagnosis[]> {
  const problems = new Map<string, string>();
  let ways = 0;
  for (const name of [undefined, ...Object.keys(live.set.versions)]) {
    const problem = await findProblem(store, name);
    ways += problem === undefined ? 0 : 1;
    if (problem) problems.set(problem, problems.get(problem) ?? toCommand(name));
  }
  if (problems.size === 0)
    return ways === 0 ? [] : [fine("rollback", "What the next rollbacks go back to is there whole.")];
  return [...problems].map(([problem, command]) => ({
    about: "rollback",
    state: "soon",
    found: `${command} would be refused: ${problem}`,
    change:
      "Publish that release again. Until then site rollback --to names another revision, and site history lists them.",
  }));
}

const toCommand = (name: PackageName | undefined): string => `site rollback${name === undefined ? "" : ` ${name}`}`;

/** Why a rollback would be refused; empty when it would not, undefined when there is no release to go back to. */
async function findProblem(store: ReleaseStore, name: PackageName | undefined): Promise<string | undefined> {
  try {
    await planRollback(store, name === undefined ? {} : { package: name });
    return "";
  } catch (error) {
    // Not the sentence of the error: its advice is that of the finding already.
    if (isSiteError(error, "ROLLBACK_RELEASE_GONE"))
      return `Revision ${error.details["revision"]} has ${error.details["release"]}, which is not in the store any more.`;
    return isSiteError(error) && usualRefusals.includes(error.code) ? undefined : toProblem(error);
  }
}
