import { isDeepStrictEqual } from "node:util";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { describeChange } from "./describe-change.ts";
import {
  beginPublication,
  createProposal,
  dropProposal,
  isSameChange,
  publishSteps,
  readProposal,
} from "./trust-proposal.ts";
import {
  type CurrentLists,
  dropUncounted,
  findPublished,
  listSigners,
  parseTrustChange,
  type PlannedStep,
} from "./trust-steps.ts";
import { planVersions } from "./plan-versions.ts";
import { addKeptSignatures, dropSignatures, keepSignatures } from "./proposed-signatures.ts";
import { openOwnerKeys, settleOwnerKeys } from "./owner-keys.ts";
import { checkRoot, readRoots, readTrustFile } from "./open-trust.ts";
import { type Envelope, signDocument, type Signer } from "@site/contracts/signing/signed-document";
import { rootSchema, teamsSchema, type TrustDraft } from "./trust-documents.ts";
import { createTrust } from "./trust.ts";
import { parseRootList, parseTeamList } from "./trust-list.ts";

/** The folders of an owner of the trust list: `root.pem` is in `keysDir`. */
export interface OwnerFolders {
  keysDir: string;
  trustDir: string;
}

export interface ChangeOptions {
  /** Reports what would be signed, and changes nothing. */
  dryRun?: boolean;
  /** Signs in addition to the keys of this machine: a key that a dry run does not store. */
  signer?: Signer;
}

/** The result of a change. */
export interface TrustOutcome {
  /** `unchanged` when the lists have the change already, `proposed` when other owners have to sign too. */
  state: "unchanged" | "published" | "proposed" | "dry run";
  /** The new versions in the order in which they appear, and who has signed them. */
  steps: PlannedStep[];
  /** The changes, a line each. */
  changes: string[];
}

/**
 * The lists in force, for a change. Expired lists are read too, because their owners may still replace them.
 * @throws SiteError `TRUST_MISSING`, `TRUST_INVALID`
 */
export async function readCurrentLists(trustDir: string): Promise<CurrentLists> {
  const roots = await readRoots(trustDir);
  const root = roots.at(-1);
  const file = join(trustDir, "targets.json");
  if (!root) throw new SiteError("TRUST_MISSING", { file: join(trustDir, "root.json") });
  const teams = parseTeamList(await readTrustFile(file), file);
  createTrust(root, teams, () => new Date(0));
  return { root, teams, roots };
}

/**
 * Signs the next versions of the lists with this machine's key of the root, and puts them in place of the last. Where the signatures of other
 * owners are missing, it leaves the change as a proposal, for {@link signProposal}.
 * @param change changes the draft
 * @throws SiteError `KEY_NOT_FOUND`, `KEY_FOREIGN`, `TRUST_CHANGE_INVALID` when the changed list would be refused, `TRUST_CHANGED`, `TRUST_PROPOSED`
 */
export async function changeTrust(
  folders: OwnerFolders,
  change: (draft: TrustDraft) => Promise<void> | void,
  options: ChangeOptions = {},
): Promise<TrustOutcome> {
  const current = await readCurrentLists(folders.trustDir);
  const before = toDraft(current);
  const after = structuredClone(before);
  await change(after);
  if (isDeepStrictEqual(before, after)) return { state: "unchanged", steps: [], changes: [] };
  if (await readProposal(folders.trustDir))
    throw new SiteError("TRUST_PROPOSED", { file: join(folders.trustDir, "proposed.json") });
  // A file of signatures that cannot be read would stop the change after it began.
  await addKeptSignatures(folders.trustDir, []);
  const envelopes = planVersions(before, after).map((signed): Envelope => ({
    signed: toJsonObject(signed),
    signatures: [],
  }));
  try {
    return await signAndPublish(folders, current, envelopes, { ...options, isNew: true });
  } catch (cause) {
    // The existing list was read above, and is valid.
    if (!isSiteError(cause, "TRUST_INVALID")) throw cause;
    throw new SiteError("TRUST_CHANGE_INVALID", { problem: String(cause.details["problem"]) }, { cause });
  }
}

/**
 * Adds this machine's signature to the proposed change, and publishes it when it has enough signatures.
 * @throws SiteError `TRUST_NOT_PROPOSED`, `KEY_NOT_FOUND`, `KEY_FOREIGN`, `TRUST_INVALID`, `TRUST_CHANGED`
 */
export async function signProposal(folders: OwnerFolders, options: ChangeOptions = {}): Promise<TrustOutcome> {
  const envelopes = await readProposal(folders.trustDir);
  if (!envelopes) throw new SiteError("TRUST_NOT_PROPOSED", { folder: folders.trustDir });
  const current = await readCurrentLists(folders.trustDir);
  return signAndPublish(folders, current, dropUncounted(current, envelopes, folders.trustDir), options);
}

/** Withdraws the proposed change. @throws SiteError `TRUST_NOT_PROPOSED`, `TRUST_PUBLISHED` */
export function withdrawProposal(trustDir: string): Promise<void> {
  return dropProposal(trustDir, () => readCurrentLists(trustDir));
}

async function signAndPublish(
  { keysDir, trustDir }: OwnerFolders,
  current: CurrentLists,
  envelopes: readonly Envelope[],
  { dryRun = false, signer, isNew = false }: ChangeOptions & { isNew?: boolean },
): Promise<TrustOutcome> {
  const signers = [...(await openOwnerKeys(keysDir)), ...(signer ? [signer] : [])];
  const belonging = listSigners(
    toDraft(current).root,
    envelopes.map(({ signed }) => signed),
  );
  const own = envelopes.map((_envelope, index) => signers.filter(({ keyId }) => belonging[index]?.has(keyId)));
  if (own.every((one) => one.length === 0))
    throw new SiteError("KEY_FOREIGN", {
      file: join(keysDir, "root.pem"),
      key: signers[0]?.keyId.slice(0, 12) ?? "",
      signer: "the root",
    });
  const signed = await Promise.all(envelopes.map((envelope, index) => addSignatures(envelope, own[index] ?? [])));
  const steps = parseTrustChange(current, signed, trustDir);
  // Verified before anything is written: a list that servers would refuse is not published.
  if (isComplete(steps)) verifySteps(current, steps);
  const root = steps.findLast(({ list }) => list === "root");
  const teams = steps.findLast(({ list }) => list === "teams");
  const changes = describeChange(current, {
    root: root ? parseRootList(root.envelope, root.file, { mayBeUnsigned: true }) : current.root,
    teams: teams ? parseTeamList(teams.envelope, teams.file, { mayBeUnsigned: true }) : current.teams,
  });
  if (dryRun) return { state: "dry run", steps, changes };
  let planned = steps;
  const ownKeys = new Set(own.flat().map(({ keyId }) => keyId));
  try {
    if (isNew) await beginChange(trustDir, current, signed);
    else for (const keyId of ownKeys) await keepSignatures(trustDir, signed, keyId);
    // Another owner may have added the missing signature meanwhile.
    const latest = dropUncounted(current, await readSigned(trustDir, signed), trustDir);
    planned = parseTrustChange(current, latest, trustDir);
    if (!isComplete(planned)) return { state: "proposed", steps: planned, changes };
    verifySteps(current, planned);
    await beginPublication(trustDir, latest);
    await publishSteps(trustDir, planned);
  } catch (error) {
    if (!isSiteError(error, "TRUST_CHANGED")) throw error;
    // Another owner, whose signature also completed the change, may have published it before.
    const published = findPublished(await readCurrentLists(trustDir), signed, trustDir);
    for (const keyId of ownKeys) await dropSignatures(trustDir, signed, keyId);
    if (!published.every(Boolean)) throw error;
  }
  await settleOwnerKeys(keysDir, trustDir);
  return { state: "published", steps: planned, changes };
}

function isComplete(steps: readonly PlannedStep[]): boolean {
  return steps.every(({ missing }) => missing === 0);
}

/** The proposed change with the signatures of all owners. @throws SiteError `TRUST_CHANGED` when another change, or none, is proposed now */
async function readSigned(trustDir: string, signed: readonly Envelope[]): Promise<Envelope[]> {
  const latest = await readProposal(trustDir);
  if (latest && isSameChange(latest, signed)) return latest;
  throw new SiteError("TRUST_CHANGED", { file: join(trustDir, "proposed.json") });
}

/** Keeps other commands from changing the lists until the change is published or withdrawn. @throws SiteError `TRUST_CHANGED` */
async function beginChange(trustDir: string, current: CurrentLists, signed: readonly Envelope[]): Promise<void> {
  await createProposal(trustDir, signed);
  const { root, teams } = await readCurrentLists(trustDir);
  if (root.digest === current.root.digest && teams.digest === current.teams.digest) return;
  // Another command published a change after the lists were read.
  await rm(join(trustDir, "proposed.json"), { force: true });
  throw new SiteError("TRUST_CHANGED", { file: trustDir });
}

async function addSignatures({ signed, signatures }: Envelope, signers: readonly Signer[]): Promise<Envelope> {
  const missing = signers.filter(
    ({ keyId }, index) =>
      !signatures.some(({ keyid }) => keyid === keyId) && signers.findIndex((one) => one.keyId === keyId) === index,
  );
  if (missing.length === 0) return { signed, signatures };
  return { signed, signatures: [...signatures, ...(await signDocument(signed, missing)).signatures] };
}

/** Verifies each version as a server would that reads the lists at that point. */
function verifySteps(current: CurrentLists, steps: readonly PlannedStep[]): void {
  let { root, teams } = current;
  for (const { list, envelope, file } of steps) {
    if (list === "root") {
      const next = parseRootList(envelope, file);
      checkRoot(next, root);
      root = next;
    } else {
      teams = parseTeamList(envelope, file);
    }
    createTrust(root, teams, () => new Date(0));
  }
}

function toDraft({ root, teams }: Pick<CurrentLists, "root" | "teams">): TrustDraft {
  return {
    root: v.parse(rootSchema, structuredClone(root.envelope.signed)),
    teams: v.parse(teamsSchema, structuredClone(teams.envelope.signed)),
  };
}
