import { generateKey, type KeyHolder } from "./key-files.ts";
import { type Envelope, signDocument, type Signer } from "./signed-document.ts";
import type { JsonObject } from "./strict-json.ts";
import { toKeyObject, toMoment } from "./trusted-key.ts";

/** A private key with its holder. */
export interface Identity {
  holder: KeyHolder;
  owner: string;
  signer: Signer;
  publicKey: string;
  /** The private key as it is stored. */
  pem: string;
}

/** One key for each role, and the trust list that names them. */
export interface Identities {
  identities: Identity[];
  root: Envelope;
  targets: Envelope;
}

const specVersion = "1.0.31";

/** Makes one key for the root, the release check, the operators and each team, and the first version of both lists. */
export async function createIdentities({ teams, expires }: { teams: readonly string[]; expires: Date }): Promise<Identities> {
  const holders: KeyHolder[] = [{ kind: "root" }, { kind: "check" }, { kind: "operator" }, ...teams.map((name) => ({ kind: "team" as const, name }))];
  const identities = holders.map((holder) => ({ holder, owner: toOwner(holder), ...generateKey() }));
  const of = (kind: KeyHolder["kind"]): Identity[] => identities.filter(({ holder }) => holder.kind === kind);
  const rootSigners = of("root").map(({ signer }) => signer);
  const [root, targets] = await Promise.all([
    signDocument(toRootDocument({ root: of("root"), check: of("check"), operator: of("operator"), expires }), rootSigners),
    signDocument(toTeamsDocument(of("team"), expires), rootSigners),
  ]);
  return { identities, root, targets };
}

function toRootDocument({ root, check, operator, expires }: Record<"root" | "check" | "operator", Identity[]> & { expires: Date }): JsonObject {
  return {
    _type: "root",
    spec_version: specVersion,
    version: 1,
    expires: toMoment(expires),
    consistent_snapshot: false,
    keys: toKeysDocument([...root, ...check, ...operator]),
    roles: { root: toRole(root), targets: toRole(root), snapshot: toRole(check), timestamp: toRole(operator) },
  };
}

function toTeamsDocument(teams: readonly Identity[], expires: Date): JsonObject {
  return {
    _type: "targets",
    spec_version: specVersion,
    version: 1,
    expires: toMoment(expires),
    targets: {},
    delegations: {
      keys: toKeysDocument(teams),
      roles: teams.flatMap((team) =>
        team.holder.kind === "team" ? [{ name: team.holder.name, paths: [`${team.holder.name}/*`], terminating: true, ...toRole([team]) }] : [],
      ),
    },
  };
}

function toKeysDocument(identities: readonly Identity[]): JsonObject {
  return Object.fromEntries(identities.map(({ signer, publicKey, owner }) => [signer.keyId, { ...toKeyObject(publicKey), owner }]));
}

function toRole(identities: readonly Identity[]): { keyids: string[]; threshold: number } {
  return { keyids: identities.map(({ signer }) => signer.keyId), threshold: 1 };
}

function toOwner(holder: KeyHolder): string {
  return holder.kind === "team" ? `development team ${holder.name}` : `development ${holder.kind}`;
}
