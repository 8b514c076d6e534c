import { isDeepStrictEqual } from "node:util";
import { link, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../../disk/disk.ts";
import { toAside } from "../../disk/leftovers.ts";
import { readRoots, readTrustFile } from "./open-trust.ts";
import { addKeptSignatures, removeKeptSignatures, withoutCopies } from "./proposed-signatures.ts";
import { withAside } from "../../disk/replace-file.ts";
import { replaceTrustFile, toTrustBytes } from "./replace-trust-file.ts";
import { type Envelope, parseEnvelope } from "@site/contracts/signing/signed-document";
import { type JsonObject, parseStrictJson } from "@site/contracts/signing/strict-json";
import { inTrustFile, parseTeamList } from "./trust-list.ts";
import { type CurrentLists, findPublished, type PlannedStep } from "./trust-steps.ts";

/** The pending change. The file stays until the change is published, so that no other change begins meanwhile. */
const proposalFile = "proposed.json";

/** The same change with all its signatures, while it is being published. It cannot be withdrawn then. */
const publishingFile = "publishing.json";

const teamsFile = "targets.json";

/**
 * The change that is pending, or whose publication was interrupted; undefined when there is none.
 * @throws SiteError `TRUST_INVALID`
 */
export async function readProposal(trustDir: string): Promise<Envelope[] | undefined> {
  const proposed = await readSteps(trustDir, proposalFile);
  if (!proposed) return undefined;
  const publishing = await readPublishing(trustDir, proposed);
  if (!publishing) return addKeptSignatures(trustDir, proposed);
  // The file has all signatures, unless it was damaged later: the single signatures still exist.
  const merged = publishing.map(({ signed, signatures }, index) => ({
    signed,
    signatures: withoutCopies([...signatures, ...(proposed[index]?.signatures ?? [])]),
  }));
  return addKeptSignatures(trustDir, merged).catch(() => merged);
}

/**
 * A change with all its signatures, when its publication is running or was interrupted. A file with another change is a leftover of a killed command.
 */
async function readPublishing(trustDir: string, steps: readonly Envelope[]): Promise<Envelope[] | undefined> {
  const publishing = await readSteps(trustDir, publishingFile).catch(() => undefined);
  return publishing && isSameChange(publishing, steps) ? publishing : undefined;
}

async function readSteps(trustDir: string, name: string): Promise<Envelope[] | undefined> {
  const file = join(trustDir, name);
  try {
    const value = parseStrictJson(await readTrustFile(file));
    return inTrustFile(file, () => {
      const steps = typeof value === "object" && value !== null && "steps" in value ? value.steps : undefined;
      if (!Array.isArray(steps)) throw new Error("it has no steps");
      return steps.map((step: unknown) => parseEnvelope(step, file, { mayBeUnsigned: true }));
    });
  } catch (error) {
    if (isSiteError(error, "TRUST_MISSING")) return undefined;
    throw error;
  }
}

/** Whether two changes have the same documents. Their signatures may differ. */
export function isSameChange(one: readonly Envelope[], other: readonly Envelope[]): boolean {
  return isDeepStrictEqual(toDocuments(one), toDocuments(other));
}

function toDocuments(steps: readonly Envelope[]): JsonObject[] {
  return steps.map(({ signed }) => signed);
}

/**
 * Stores a new change, unless there is one: of two concurrent commands, only one continues.
 * @throws SiteError `TRUST_CHANGED`
 */
export async function createProposal(trustDir: string, steps: readonly Envelope[]): Promise<void> {
  const file = join(trustDir, proposalFile);
  await withAside(file, toTrustBytes({ steps }), async (aside) => {
    try {
      await link(aside, file);
    } catch (cause) {
      throw isDiskError(cause, "EEXIST") ? new SiteError("TRUST_CHANGED", { file }, { cause }) : cause;
    }
  });
  await realDisk.sync(await realpath(trustDir));
}

/**
 * Drops the pending change. It removes the file before it checks for a publication, and {@link beginPublication} checks in the opposite order: of a
 * concurrent withdrawal and publication, at least one is refused.
 * @param readCurrent reads the lists in force
 * @throws SiteError `TRUST_NOT_PROPOSED`, `TRUST_PUBLISHED` when it is being published, or was in part or whole
 */
export async function dropProposal(trustDir: string, readCurrent: () => Promise<CurrentLists>): Promise<void> {
  const file = join(trustDir, proposalFile);
  // An unreadable change is dropped, because it cannot be published.
  const steps = (await readSteps(trustDir, proposalFile).catch(() => undefined)) ?? [];
  const assertNotPublished = async (): Promise<void> => {
    const isBegun = (await readPublishing(trustDir, steps)) !== undefined;
    if (isBegun || (steps.length > 0 && findPublished(await readCurrent(), steps, trustDir).some(Boolean)))
      throw new SiteError("TRUST_PUBLISHED", { file });
  };
  await assertNotPublished();
  const aside = toAside(file);
  try {
    await rename(file, aside);
  } catch (cause) {
    throw isDiskError(cause, "ENOENT") ? new SiteError("TRUST_NOT_PROPOSED", { folder: trustDir }, { cause }) : cause;
  }
  try {
    await assertNotPublished();
  } catch (error) {
    if (await readPublishing(trustDir, steps)) await link(aside, file).catch(() => undefined);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
  await removeKeptSignatures(trustDir, steps);
}

/**
 * Protects a change with all its signatures from being withdrawn: it is published next, or by the next run after an interruption.
 * @throws SiteError `TRUST_CHANGED` when it is not pending any more
 */
export async function beginPublication(trustDir: string, steps: readonly Envelope[]): Promise<void> {
  await replaceTrustFile(trustDir, publishingFile, { steps });
  const proposed = await readSteps(trustDir, proposalFile);
  if (proposed && isSameChange(proposed, steps)) return;
  await rm(join(trustDir, publishingFile), { force: true });
  throw new SiteError("TRUST_CHANGED", { file: join(trustDir, proposalFile) });
}

/**
 * Publishes new versions in sequence. The lists are valid after each. A process that continues late, as after a computer slept, neither restores an
 * older list nor drops a later change.
 * @throws SiteError `TRUST_CHANGED` when another command was first
 */
export async function publishSteps(trustDir: string, steps: readonly PlannedStep[]): Promise<void> {
  for (const { list, version, envelope } of steps) {
    // With a fixed order of fields, so that two owners who publish the same change concurrently write the same bytes.
    const bytes = toTrustBytes({ signed: envelope.signed, signatures: envelope.signatures });
    if (list === "root") {
      await createRoot(trustDir, version, bytes);
      await completeRoot(trustDir);
    } else await replaceTeams(trustDir, version, bytes);
  }
  await completeRoot(trustDir);
  // From here on the lists themselves show that it is published.
  const waiting = await readSteps(trustDir, proposalFile).catch(() => undefined);
  const isOther = steps.some(({ envelope }) => waiting?.every((one) => !isSameChange([one], [envelope])));
  if (isOther) return;
  // The signatures are removed before the file that blocks another change, because that change stores its signatures in the same files.
  await removeKeptSignatures(trustDir);
  await rm(join(trustDir, publishingFile), { force: true });
  await rm(join(trustDir, proposalFile), { force: true });
}

/** @throws SiteError `TRUST_CHANGED` when a later list is there */
async function replaceTeams(trustDir: string, version: number, bytes: Buffer): Promise<void> {
  const file = join(trustDir, teamsFile);
  const there = parseTeamList(await readTrustFile(file), file);
  if (there.version > version) throw new SiteError("TRUST_CHANGED", { file });
  await replaceTrustFile(trustDir, teamsFile, bytes);
}

/** Updates `root.json` to the newest root: an interrupted run may have created a numbered root only. */
async function completeRoot(trustDir: string): Promise<void> {
  const newest = (await readRoots(trustDir)).at(-1);
  if (!newest) return;
  const bytes = await readTrustFile(join(trustDir, `${newest.version}.root.json`)).catch(() => undefined);
  if (bytes && !bytes.equals(await readTrustFile(join(trustDir, "root.json"))))
    await replaceTrustFile(trustDir, "root.json", bytes);
}

/** Creates a version of the root under its number; an existing one is not replaced. */
async function createRoot(trustDir: string, version: number, bytes: Buffer): Promise<void> {
  const file = join(trustDir, `${version}.root.json`);
  await withAside(file, bytes, async (aside) => {
    try {
      await link(aside, file);
    } catch (cause) {
      if (!isDiskError(cause, "EEXIST")) throw cause;
      const there = await readTrustFile(file);
      if (!there.equals(bytes)) throw new SiteError("TRUST_CHANGED", { file }, { cause });
    }
  });
}
