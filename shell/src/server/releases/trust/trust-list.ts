import { Metadata, MetadataKind, type Root, type Targets } from "@tufjs/models";
import * as v from "valibot";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import { toProblemText } from "@site/contracts/signing/problem-text";
import {
  type Envelope,
  type EnvelopeReading,
  keyIdSchema,
  parseEnvelope,
  toCanonicalBytes,
} from "@site/contracts/signing/signed-document";
import { maxTrustReasonLength } from "./reason-length.ts";
import { momentSchema, ownerSchema, parse, toTrustedKey, type TrustedKey } from "./trusted-key.ts";

const reasonPattern = new RegExp(String.raw`^\P{Cc}{1,${maxTrustReasonLength}}$`, "u");

/** Keys of a role, and how many of their owners have to sign. */
export interface RoleKeys {
  readonly threshold: number;
  readonly keys: readonly TrustedKey[];
}

/** A stolen or lost key: documents that it alone signed are invalid, whenever they were signed. */
export interface RevokedKey {
  readonly keyId: string;
  readonly owner: string;
  readonly at: Date;
  readonly why: string;
}

interface TrustFile {
  /** The file's name, for messages. */
  readonly file: string;
  readonly envelope: Envelope;
  readonly version: number;
  readonly expires: Date;
  readonly revoked: readonly RevokedKey[];
  /** The digest of the signed content's canonical JSON: equal for the same document with more signatures. */
  readonly digest: Digest;
}

/** A parsed `root.json`. Its signatures are not checked yet. */
export interface RootList extends TrustFile {
  readonly metadata: Metadata<Root>;
  readonly root: RoleKeys;
  /** Signs the list of teams. */
  readonly targets: RoleKeys;
  readonly check: RoleKeys;
  readonly operator: RoleKeys;
}

/** A parsed `targets.json`. Its signatures are not checked yet. */
export interface TeamList extends TrustFile {
  readonly metadata: Metadata<Targets>;
  readonly teams: ReadonlyMap<string, RoleKeys>;
}

const versionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** The one field that we add to those of the standard. `_type` is here because the library passes it on, after checking it. */
const fieldsSchema = v.strictObject({
  _type: v.string(),
  revoked: v.optional(
    v.record(
      keyIdSchema,
      v.strictObject({
        owner: ownerSchema,
        at: momentSchema,
        why: v.pipe(v.string(), v.regex(reasonPattern, `expected a reason of 1 to ${maxTrustReasonLength} characters`)),
      }),
    ),
    {},
  ),
});

/** A team is named after its package. */
const teamNameSchema = v.pipe(
  v.string(),
  v.check((name: string) => isPackageName(name), "expected the name of a package"),
);

/** @throws SiteError `TRUST_INVALID` */
export function parseRootList(bytes: unknown, file: string, reading: EnvelopeReading = {}): RootList {
  return inTrustFile(file, () => {
    const envelope = parseEnvelope(bytes, file, reading);
    const metadata = Metadata.fromJSON(MetadataKind.Root, { ...envelope });
    const common = toTrustFile(metadata, envelope, file);
    const { signed } = metadata;
    const keys = toKeys(signed.keys);
    const root = toRoleKeys(signed.roles["root"], keys, "root");
    const targets = toRoleKeys(signed.roles["targets"], keys, "targets");
    const check = toRoleKeys(signed.roles["snapshot"], keys, "snapshot");
    const operator = toRoleKeys(signed.roles["timestamp"], keys, "timestamp");
    const extra = Object.keys(signed.roles).find(
      (name) => !["root", "targets", "snapshot", "timestamp"].includes(name),
    );
    if (extra !== undefined) throw new Error(`there is no role ${extra}`);
    for (const [name, role] of Object.entries({ root, targets, snapshot: check, timestamp: operator })) {
      if (role.keys.length === 0) throw new Error(`the role ${name} has no key`);
    }
    assertApart({
      "the trust list": [...root.keys, ...targets.keys],
      "the release check": check.keys,
      "the operators": operator.keys,
    });
    const owners = [...root.keys, ...targets.keys];
    assertNoneRevoked(owners, common.revoked);
    // Once retired, its signature would no longer count and the chain of roots would break. Publish a root without the key instead.
    const retired = owners.find((key) => key.retired);
    if (retired) throw new Error(`the retired key ${retired.keyId.slice(0, 12)} may still sign the trust list`);
    return { ...common, metadata, root, targets, check, operator };
  });
}

/** @throws SiteError `TRUST_INVALID` */
export function parseTeamList(bytes: unknown, file: string, reading: EnvelopeReading = {}): TeamList {
  return inTrustFile(file, () => {
    const envelope = parseEnvelope(bytes, file, reading);
    const metadata = Metadata.fromJSON(MetadataKind.Targets, { ...envelope });
    const common = toTrustFile(metadata, envelope, file);
    const { delegations, targets } = metadata.signed;
    if (!delegations?.roles) throw new Error("it delegates to no team");
    if (Object.keys(targets).length > 0)
      throw new Error("it lists files; releases are listed in the channels of the store");
    const keys = toKeys(delegations.keys);
    const teams = new Map<string, RoleKeys>();
    for (const role of Object.values(delegations.roles)) {
      const name = parse(teamNameSchema, role.name, "team");
      if (!role.terminating || role.paths?.join(" ") !== `${name}/*`) {
        throw new Error(`the team of ${name} must have the one path ${name}/* and be terminating`);
      }
      teams.set(name, toRoleKeys(role, keys, name));
    }
    return { ...common, metadata, teams };
  });
}

function toTrustFile(metadata: Metadata<Root> | Metadata<Targets>, envelope: Envelope, file: string): TrustFile {
  const { signed } = metadata;
  const canonical = toCanonicalBytes(envelope.signed);
  // A field that the library drops has not been checked, so a document with such a field is refused.
  if (!canonical.equals(toCanonicalBytes(signed.toJSON())))
    throw new Error("it has a part that the standard does not know");
  const { revoked } = parse(fieldsSchema, signed.unrecognizedFields, "signed");
  return {
    file,
    envelope,
    version: parse(versionSchema, signed.version, "version"),
    expires: parse(momentSchema, signed.expires, "expires"),
    revoked: Object.entries(revoked).map(([keyId, entry]) => ({ keyId, ...entry })),
    digest: toDigest(canonical),
  };
}

function toKeys(keys: Root["keys"]): Map<string, TrustedKey> {
  return new Map(Object.entries(keys).map(([keyId, key]) => [keyId, toTrustedKey(key)]));
}

function toRoleKeys(
  role: Root["roles"][string] | undefined,
  keys: ReadonlyMap<string, TrustedKey>,
  name: string,
): RoleKeys {
  if (!role) throw new Error(`the role ${name} is missing`);
  const [field] = Object.keys(role.unrecognizedFields ?? {});
  if (field !== undefined) throw new Error(`the role ${name} has the unknown field ${field}`);
  const own = role.keyIDs.map((keyId) => {
    const key = keys.get(keyId);
    if (!key) throw new Error(`the role ${name} names the key ${keyId.slice(0, 12)}, which is not in the list`);
    return key;
  });
  const threshold = parse(versionSchema, role.threshold, `threshold of ${name}`);
  const owners = new Set(own.map(({ owner }) => owner)).size;
  // A team may be without keys for a while; a threshold that its owners cannot reach is a mistake.
  if (own.length > 0 && threshold > owners)
    throw new Error(`the role ${name} needs ${threshold} owners and has ${owners}`);
  return { threshold, keys: own };
}

/** Refuses a revoked key that may still sign the trust list: a new root has to leave it out. */
export function assertNoneRevoked(owners: readonly TrustedKey[], revoked: readonly RevokedKey[]): void {
  const unsafe = revoked.find(({ keyId }) => owners.some((key) => key.keyId === keyId));
  if (unsafe) throw new Error(`the revoked key ${unsafe.keyId.slice(0, 12)} may still sign the trust list`);
}

/** Refuses one key in two groups: a key that is stolen in one place must not count in another. */
export function assertApart(groups: Readonly<Record<string, readonly TrustedKey[]>>): void {
  const groupOf = new Map<string, string>();
  for (const [group, keys] of Object.entries(groups)) {
    for (const { keyId } of keys) {
      const other = groupOf.get(keyId);
      if (other !== undefined && other !== group)
        throw new Error(`the key ${keyId.slice(0, 12)} is a key of ${other} and of ${group}`);
      groupOf.set(keyId, group);
    }
  }
}

/** Reads a part of a list. @throws SiteError `TRUST_INVALID` with the file, in place of the read's error */
export function inTrustFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new SiteError("TRUST_INVALID", { file, problem: toProblemText(cause) }, { cause });
  }
}
