import { link, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../../disk/disk.ts";
import { toAside } from "../../disk/leftovers.ts";
import { readRoots, readTrustFile } from "./open-trust.ts";
import { type Envelope, parseEnvelope, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { type JsonObject, parseStrictJson } from "@site/contracts/signing/strict-json";
import { type RootDocument, rootSchema } from "./trust-documents.ts";
import {
  parseRootList,
  parseTeamList,
  inTrustFile,
  type RoleKeys,
  type RootList,
  type TeamList,
} from "./trust-list.ts";

/** The lists in force. */
export interface CurrentLists {
  root: RootList;
  teams: TeamList;
  /** All roots of the folder, by rising version. */
  roots: readonly RootList[];
}

/** One new version of a list that is not published yet. */
export interface PlannedStep {
  list: "root" | "teams";
  version: number;
  /** The name of the file, for messages. */
  file: string;
  envelope: Envelope;
  /** Owners who have signed it. */
  signedBy: string[];
  /** How many owners have still to sign. */
  missing: number;
}

const proposalFile = "proposed.json";

/**
 * Parses the versions that a change consists of, in the order in which they appear.
 * @throws SiteError `TRUST_INVALID`, `TRUST_CHANGED` when they do not follow the lists in force
 */
export function parseTrustChange(
  current: CurrentLists,
  envelopes: readonly Envelope[],
  trustDir: string,
): PlannedStep[] {
  const last = envelopes.findLast(({ signed }) => signed["_type"] === "root");
  const finalRoot = last ? parseRootList(last, join(trustDir, "root.json")) : current.root;
  let { root } = current;
  let teamsVersion = current.teams.version;
  const steps: PlannedStep[] = [];
  for (const envelope of envelopes) {
    const isRoot = envelope.signed["_type"] === "root";
    const file = join(trustDir, isRoot ? "root.json" : "targets.json");
    const list = isRoot ? parseRootList(envelope, file) : parseTeamList(envelope, file);
    // Skip versions that an interrupted run has published already.
    if (
      (isRoot ? current.roots : [current.teams]).some(
        (one) => one.version === list.version && one.digest === list.digest,
      )
    )
      continue;
    if (list.version !== (isRoot ? root.version : teamsVersion) + 1) throw new SiteError("TRUST_CHANGED", { file });
    // The list of teams must be valid under the root before it and under the last root of the change.
    const wanted = isRoot ? [root.root, parseRootList(envelope, file).root] : [root.targets, finalRoot.targets];
    steps.push({
      list: isRoot ? "root" : "teams",
      version: list.version,
      file,
      envelope,
      ...countOwners(envelope, wanted),
    });
    if (isRoot) root = parseRootList(envelope, file);
    else teamsVersion = list.version;
  }
  return steps;
}

function countOwners(
  { signed, signatures }: Envelope,
  wanted: readonly RoleKeys[],
): Pick<PlannedStep, "signedBy" | "missing"> {
  const bytes = toCanonicalBytes(signed);
  const toOwners = ({ keys }: RoleKeys): Set<string> =>
    new Set(
      keys
        .filter((key) => signatures.some(({ keyid, sig }) => keyid === key.keyId && key.verify(bytes, sig)))
        .map(({ owner }) => owner),
    );
  return {
    signedBy: [...new Set(wanted.flatMap((role) => [...toOwners(role)]))],
    missing: Math.max(...wanted.map((role) => Math.max(0, role.threshold - toOwners(role).size))),
  };
}

/** For each version, the ids of the keys that may sign it, whether or not it has signatures yet. */
export function listSigners(current: RootDocument, documents: readonly JsonObject[]): Set<string>[] {
  const roots = documents.map((document) => (document["_type"] === "root" ? v.parse(rootSchema, document) : undefined));
  const final = roots.findLast((root) => root !== undefined) ?? current;
  return documents.map((_document, index) => {
    const before = roots.slice(0, index).findLast((root) => root !== undefined) ?? current;
    const own = roots[index];
    if (own) return new Set([...before.roles.root.keyids, ...own.roles.root.keyids]);
    return new Set(before.roles.targets.keyids.filter((id) => final.roles.targets.keyids.includes(id)));
  });
}

/** The change that waits for signatures; undefined when there is none. @throws SiteError `TRUST_INVALID` */
export async function readProposal(trustDir: string): Promise<Envelope[] | undefined> {
  const file = join(trustDir, proposalFile);
  try {
    const value = parseStrictJson(await readTrustFile(file));
    return inTrustFile(file, () => {
      const steps = typeof value === "object" && value !== null && "steps" in value ? value.steps : undefined;
      if (!Array.isArray(steps)) throw new Error("it has no steps");
      return steps.map((step: unknown) => parseEnvelope(step, file));
    });
  } catch (error) {
    if (isSiteError(error, "TRUST_MISSING")) return undefined;
    throw error;
  }
}

/**
 * Stores a change that begins, unless there is one: of two commands at once, one goes on.
 * @throws SiteError `TRUST_CHANGED`
 */
export async function createProposal(trustDir: string, steps: readonly Envelope[]): Promise<void> {
  const file = join(trustDir, proposalFile);
  await withAside(file, toBytes({ steps }), async (aside) => {
    try {
      await link(aside, file);
    } catch (cause) {
      throw isDiskError(cause, "EEXIST") ? new SiteError("TRUST_CHANGED", { file }, { cause }) : cause;
    }
  });
  await realDisk.sync(await realpath(trustDir));
}

/** Stores a change until other owners have signed it, or until the next run when this one is interrupted. */
export async function writeProposal(trustDir: string, steps: readonly Envelope[]): Promise<void> {
  await replace(trustDir, proposalFile, toBytes({ steps }));
}

/**
 * Puts new versions in place, one after the other. The lists are valid after each.
 * @throws SiteError `TRUST_CHANGED` when another command was first
 */
export async function publishSteps(trustDir: string, steps: readonly PlannedStep[]): Promise<void> {
  for (const { list, version, envelope } of steps) {
    if (list === "root") await createRoot(trustDir, version, envelope);
    await replace(trustDir, list === "root" ? "root.json" : "targets.json", toBytes(envelope));
  }
  await completeRoot(trustDir);
  await rm(join(trustDir, proposalFile), { force: true });
}

/** Brings `root.json` to the newest root: an interrupted run may have created a numbered root only. */
async function completeRoot(trustDir: string): Promise<void> {
  const newest = (await readRoots(trustDir)).at(-1);
  if (!newest) return;
  const bytes = await readTrustFile(join(trustDir, `${newest.version}.root.json`)).catch(() => undefined);
  if (bytes && !bytes.equals(await readTrustFile(join(trustDir, "root.json"))))
    await replace(trustDir, "root.json", bytes);
}

/** Creates a version of the root under its number; an existing one is not replaced. */
async function createRoot(trustDir: string, version: number, envelope: Envelope): Promise<void> {
  const file = join(trustDir, `${version}.root.json`);
  await withAside(file, toBytes(envelope), async (aside) => {
    try {
      await link(aside, file);
    } catch (cause) {
      if (!isDiskError(cause, "EEXIST")) throw cause;
      const there = await readTrustFile(file);
      if (!there.equals(toBytes(envelope))) throw new SiteError("TRUST_CHANGED", { file }, { cause });
    }
  });
}

async function replace(trustDir: string, name: string, bytes: Buffer): Promise<void> {
  const file = join(trustDir, name);
  await withAside(file, bytes, (aside) => rename(aside, file));
  await realDisk.sync(await realpath(trustDir));
}

async function withAside(file: string, bytes: Buffer, place: (aside: string) => Promise<void>): Promise<void> {
  const aside = toAside(file);
  try {
    await realDisk.create(aside, bytes);
    await place(aside);
  } finally {
    await rm(aside, { force: true });
  }
}

function toBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
