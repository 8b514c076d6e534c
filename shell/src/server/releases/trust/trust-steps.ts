import { join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { type Envelope, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import { type RootDocument, rootSchema } from "./trust-documents.ts";
import { parseRootList, parseTeamList, type RoleKeys, type RootList, type TeamList } from "./trust-list.ts";

/** The lists in force. */
export interface CurrentLists {
  root: RootList;
  teams: TeamList;
  /** All roots of the folder, by rising version. */
  roots: readonly RootList[];
}

/** A pending version may have no signature yet: an owner who leaves does not sign the list of teams that the others sign again. */
const proposed = { mayBeUnsigned: true } as const;

/** A new version of a list that is not published yet. */
export interface PlannedStep {
  list: "root" | "teams";
  version: number;
  /** The name of the file, for messages. */
  file: string;
  envelope: Envelope;
  /** Owners who have signed it. */
  signedBy: string[];
  /** The number of missing owners. */
  missing: number;
}

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
  const finalRoot = last ? parseRootList(last, join(trustDir, "root.json"), proposed) : current.root;
  let { root } = current;
  let teamsVersion = current.teams.version;
  const steps: PlannedStep[] = [];
  for (const envelope of envelopes) {
    const isRoot = envelope.signed["_type"] === "root";
    const file = join(trustDir, isRoot ? "root.json" : "targets.json");
    const list = isRoot ? parseRootList(envelope, file, proposed) : parseTeamList(envelope, file, proposed);
    // Skip versions that an interrupted run has published already.
    if (isPublished(current, list, isRoot)) continue;
    if (list.version !== (isRoot ? root.version : teamsVersion) + 1) throw new SiteError("TRUST_CHANGED", { file });
    // The list of teams must be valid under the root before it and under the last root of the change.
    const wanted = isRoot
      ? [root.root, parseRootList(envelope, file, proposed).root]
      : [root.targets, finalRoot.targets];
    steps.push({
      list: isRoot ? "root" : "teams",
      version: list.version,
      file,
      envelope,
      ...countOwners(envelope, wanted),
    });
    if (isRoot) root = parseRootList(envelope, file, proposed);
    else teamsVersion = list.version;
  }
  return steps;
}

/**
 * For each version of a change, whether the lists in force have it.
 * @throws SiteError `TRUST_INVALID`
 */
export function findPublished(current: CurrentLists, envelopes: readonly Envelope[], trustDir: string): boolean[] {
  return envelopes.map((envelope) => {
    const isRoot = envelope.signed["_type"] === "root";
    const file = join(trustDir, "proposed.json");
    return isPublished(
      current,
      isRoot ? parseRootList(envelope, file, proposed) : parseTeamList(envelope, file, proposed),
      isRoot,
    );
  });
}

/** Whether the lists in force have a version. */
function isPublished(
  { roots, teams }: CurrentLists,
  { version, digest }: Pick<RootList, "version" | "digest">,
  isRoot: boolean,
): boolean {
  return (isRoot ? roots : [teams]).some((one) => one.version === version && one.digest === digest);
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

/**
 * A change without the signatures that do not count: wrong ones, and those of keys that may not sign it. Servers refuse a whole list for one such
 * signature, and the owner of a wrong signature has to sign again.
 * @throws SiteError `TRUST_INVALID`
 */
export function dropUncounted(current: CurrentLists, envelopes: readonly Envelope[], trustDir: string): Envelope[] {
  const signers = listSigners(
    v.parse(rootSchema, structuredClone(current.root.envelope.signed)),
    envelopes.map(({ signed }) => signed),
  );
  const roots = envelopes.filter(({ signed }) => signed["_type"] === "root");
  // Without signatures, because there may be a wrong one beside the right one of the same key.
  const parsed = roots.map(({ signed }) =>
    parseRootList({ signed, signatures: [] }, join(trustDir, "root.json"), proposed),
  );
  const keys = [current.root, ...parsed].flatMap(({ root, targets }) => [...root.keys, ...targets.keys]);
  return envelopes.map(({ signed, signatures }, index) => {
    const bytes = toCanonicalBytes(signed);
    const isCounted = ({ keyid, sig }: Envelope["signatures"][number]): boolean =>
      signers[index]?.has(keyid) === true && keys.some((key) => key.keyId === keyid && key.verify(bytes, sig));
    const counted = signatures.filter(isCounted);
    return {
      signed,
      signatures: counted.filter(({ keyid }, at) => counted.findIndex((one) => one.keyid === keyid) === at),
    };
  });
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
