import { toKeyObject } from "@site/contracts/signing/signing-key";
import * as v from "valibot";
import { type KeyHolder, toKeyHolderName } from "./key-files.ts";
import { toMoment } from "./trusted-key.ts";

/** A public key in a trust list. */
export type KeyDocument = ReturnType<typeof toKeyObject> & { owner: string; retired?: string };

export type RoleDocument = { keyids: string[]; threshold: number };

/** Revoked keys by key id. */
export type RevokedDocument = Record<string, { owner: string; at: string; why: string }>;

/** The signed content of `root.json`. `snapshot` is the release check, `timestamp` are the operators. */
export type RootDocument = {
  _type: "root";
  spec_version: string;
  version: number;
  expires: string;
  consistent_snapshot: boolean;
  keys: Record<string, KeyDocument>;
  roles: { root: RoleDocument; targets: RoleDocument; snapshot: RoleDocument; timestamp: RoleDocument };
  revoked?: RevokedDocument;
};

/** The signed content of `targets.json`: the teams. */
export type TeamsDocument = {
  _type: "targets";
  spec_version: string;
  version: number;
  expires: string;
  targets: Record<string, never>;
  delegations: {
    keys: Record<string, KeyDocument>;
    roles: (RoleDocument & { name: string; paths: string[]; terminating: boolean })[];
  };
  revoked?: RevokedDocument;
};

/** Both lists, for a change. Their versions are set when they are published. */
export interface TrustDraft {
  root: RootDocument;
  teams: TeamsDocument;
}

const keySchema = v.strictObject({
  keytype: v.string(),
  scheme: v.string(),
  keyval: v.strictObject({ public: v.string() }),
  owner: v.string(),
  retired: v.exactOptional(v.string()),
});
const revokedSchema = v.exactOptional(
  v.record(v.string(), v.strictObject({ owner: v.string(), at: v.string(), why: v.string() })),
);
const roleEntries = { keyids: v.array(v.string()), threshold: v.number() };
const roleSchema = v.strictObject(roleEntries);

/** The fields of the root's list, for changing it. The values are checked when the changed list is parsed. */
export const rootSchema: v.GenericSchema<unknown, RootDocument> = v.strictObject({
  _type: v.literal("root"),
  spec_version: v.string(),
  version: v.number(),
  expires: v.string(),
  consistent_snapshot: v.boolean(),
  keys: v.record(v.string(), keySchema),
  roles: v.strictObject({ root: roleSchema, targets: roleSchema, snapshot: roleSchema, timestamp: roleSchema }),
  revoked: revokedSchema,
});

/** The fields of the list of teams, for changing it. */
export const teamsSchema: v.GenericSchema<unknown, TeamsDocument> = v.strictObject({
  _type: v.literal("targets"),
  spec_version: v.string(),
  version: v.number(),
  expires: v.string(),
  targets: v.record(v.string(), v.never()),
  delegations: v.strictObject({
    keys: v.record(v.string(), keySchema),
    roles: v.array(
      v.strictObject({ name: v.string(), paths: v.array(v.string()), terminating: v.boolean(), ...roleEntries }),
    ),
  }),
  revoked: revokedSchema,
});

/** A public key with its holder and its owner. */
export interface PublicIdentity {
  holder: KeyHolder;
  owner: string;
  keyId: string;
  /** 64 hexadecimal digits. */
  publicKey: string;
}

/** The version of the standard (The Update Framework) of both lists. */
const specVersion = "1.0.31";

/** The first version of the root's list. One owner of each role suffices. */
export function toRootDocument(identities: readonly PublicIdentity[], expires: Date): RootDocument {
  const of = (kind: KeyHolder["kind"]): PublicIdentity[] => identities.filter(({ holder }) => holder.kind === kind);
  return {
    _type: "root",
    spec_version: specVersion,
    version: 1,
    expires: toMoment(expires),
    consistent_snapshot: false,
    keys: toKeys(identities.filter(({ holder }) => holder.kind !== "team")),
    roles: {
      root: toRole(of("root")),
      targets: toRole(of("root")),
      snapshot: toRole(of("check")),
      timestamp: toRole(of("operator")),
    },
  };
}

/** The first version of the teams' list. One owner of each team suffices. */
export function toTeamsDocument(identities: readonly PublicIdentity[], expires: Date): TeamsDocument {
  const teams = identities.filter(({ holder }) => holder.kind === "team");
  return {
    _type: "targets",
    spec_version: specVersion,
    version: 1,
    expires: toMoment(expires),
    targets: {},
    delegations: {
      keys: toKeys(teams),
      roles: teams.map((team) => {
        const name = toKeyHolderName(team.holder);
        return { name, paths: [`${name}/*`], terminating: true, ...toRole([team]) };
      }),
    },
  };
}

function toKeys(identities: readonly PublicIdentity[]): Record<string, KeyDocument> {
  return Object.fromEntries(
    identities.map(({ keyId, publicKey, owner }) => [keyId, { ...toKeyObject(publicKey), owner }]),
  );
}

function toRole(identities: readonly PublicIdentity[]): RoleDocument {
  return { keyids: identities.map(({ keyId }) => keyId), threshold: 1 };
}
