import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { SiteError } from "@site/contracts/errors";
import { toProblemText } from "@site/contracts/signing/problem-text";
import { checkSignatures } from "./signatures.ts";
import { parseEnvelope } from "@site/contracts/signing/signed-document";
import {
  assertApart,
  assertNoneRevoked,
  inTrustFile,
  type RevokedKey,
  type RoleKeys,
  type RootList,
  type TeamList,
} from "./trust-list.ts";

/** The signer that a document needs. */
export type Role = { kind: "team"; name: string } | { kind: "check" } | { kind: "operator" };

/** A role of the list, or guards that an operator's record names with their keys. */
export type SigningRole = Role | { kind: "guard"; keys: RoleKeys };

/** The expectations that a signed document is checked against. */
export interface ExpectedDocument<T> {
  role: SigningRole;
  /** The expected `_type` of the document. */
  type: string;
  schema: v.GenericSchema<unknown, T>;
  /**
   * When it was signed; by default now. It decides whether a retired key still counts, so take it from a document that another role signed (the
   * admission of a release). An admission, a removal and a set record have only their own time, but another role has also signed the releases that
   * they make live.
   */
  at?: Date;
  /** The name of the document in messages; by default its `type`. */
  label?: string;
}

export interface VerifiedDocument<T> {
  signed: T;
  /** The distinct owners of the keys that signed. */
  owners: string[];
  keyIds: string[];
}

/** The roles and their keys. */
export interface Trust {
  /**
   * Checks a signed document, given as bytes or parsed.
   * @throws SiteError `TRUST_EXPIRED`, `ENVELOPE_INVALID`, `ENVELOPE_TYPE_FOREIGN`, `ROLE_UNKNOWN`, and what {@link checkSignatures} throws
   */
  verify<T>(envelope: unknown, expected: ExpectedDocument<T>): VerifiedDocument<T>;
  /** @throws SiteError `ROLE_UNKNOWN` for a team that is not in the list */
  keysOf(role: SigningRole): RoleKeys;
  readonly root: RootList;
  readonly teams: TeamList;
  /** Keys that either list revokes. */
  readonly revoked: readonly RevokedKey[];
  /** A digest of both lists: changes when either is replaced. */
  readonly digest: Digest;
  /**
   * Checks that new documents may be accepted.
   * @throws SiteError `TRUST_EXPIRED`; for a list that is followed, also the reason why its newer version was refused
   */
  assertInForce(): void;
}

/**
 * Makes a trust of two lists with valid signatures: the root's list is signed by itself (`openTrust` checks the chain), the teams' list by the root.
 * @throws SiteError `TRUST_INVALID`, `TRUST_EXPIRED`
 */
export function createTrust(root: RootList, teams: TeamList, now: () => Date): Trust {
  const revoked = [
    ...root.revoked,
    ...teams.revoked.filter((key) => !root.revoked.some(({ keyId }) => keyId === key.keyId)),
  ];
  inTrustFile(teams.file, () => {
    root.metadata.verifyDelegate("targets", teams.metadata);
    checkSignatures(teams.envelope, {
      document: teams.file,
      signer: "the trust list's owners",
      role: root.targets,
      revoked: root.revoked,
      at: now(),
    });
    assertKeysOnce(root, teams);
    assertNoneRevoked([...root.root.keys, ...root.targets.keys], teams.revoked);
    const inTeams = [...teams.teams.values()].flatMap(({ keys }) => keys);
    assertApart({
      "the root's list": [...root.root.keys, ...root.targets.keys, ...root.check.keys, ...root.operator.keys],
      "a team": inTeams,
    });
  });
  // After the signatures, because a forged expiry must not be used.
  assertInForce();

  function assertInForce(): void {
    assertNotExpired(root, now());
    assertNotExpired(teams, now());
  }

  function keysOf(role: SigningRole): RoleKeys {
    if (role.kind === "guard") return role.keys;
    const keys = role.kind === "team" ? teams.teams.get(role.name) : root[role.kind];
    if (!keys)
      throw new SiteError("ROLE_UNKNOWN", { role: toRoleLabel(role), known: [...teams.teams.keys()].join(", ") });
    return keys;
  }

  return {
    root,
    teams,
    revoked,
    keysOf,
    digest: toDigest(Buffer.from(`${root.digest} ${teams.digest}`)),
    assertInForce,
    verify(input, { role, type, schema, at = now(), label: document = type }) {
      assertInForce();
      const envelope = parseEnvelope(input, document);
      const actual = envelope.signed["_type"];
      if (actual !== type)
        throw new SiteError("ENVELOPE_TYPE_FOREIGN", {
          document,
          actual: typeof actual === "string" ? toProblemText(actual) : typeof actual,
          expected: type,
        });
      const keys = checkSignatures(envelope, { document, signer: toRoleLabel(role), role: keysOf(role), revoked, at });
      const parsed = v.safeParse(schema, envelope.signed);
      if (!parsed.success) {
        const [issue] = parsed.issues;
        throw new SiteError("ENVELOPE_INVALID", {
          document,
          problem: toProblemText(`signed.${v.getDotPath(issue) ?? ""}: ${issue.message}`),
        });
      }
      return {
        signed: parsed.output,
        owners: [...new Set(keys.map(({ owner }) => owner))],
        keyIds: keys.map(({ keyId }) => keyId),
      };
    },
  };
}

/** `the team of content`: the name of a role in messages. */
export function toRoleLabel(role: SigningRole): string {
  if (role.kind === "guard") return "a server that may return a canary";
  if (role.kind === "team") return `the team of ${role.name}`;
  return role.kind === "check" ? "the release check" : "an operator";
}

/** @throws SiteError `TRUST_EXPIRED` */
function assertNotExpired({ file, expires }: RootList | TeamList, now: Date): void {
  // Written so that an invalid clock counts as expired.
  if (!(now < expires)) throw new SiteError("TRUST_EXPIRED", { file, expires: expires.toISOString() });
}

/** One key id must mean one key with one owner in both files. */
function assertKeysOnce(root: RootList, teams: TeamList): void {
  const inRoot = root.metadata.signed.keys;
  for (const [keyId, key] of Object.entries(teams.metadata.signed.delegations?.keys ?? {})) {
    const other = inRoot[keyId];
    if (other && !isDeepStrictEqual(other.toJSON(), key.toJSON()))
      throw new Error(`the key ${keyId.slice(0, 12)} stands in both lists and differs`);
  }
}
