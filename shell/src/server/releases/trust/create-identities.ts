import { generateKey } from "@site/contracts/signing/signing-key";
import { type KeyHolder, toKeyHolderName } from "./key-files.ts";
import { type Envelope, signDocument, type Signer } from "@site/contracts/signing/signed-document";
import {
  type PublicIdentity,
  type RootDocument,
  type TeamsDocument,
  toRootDocument,
  toTeamsDocument,
} from "./trust-documents.ts";

/** A key pair with its holder. */
export interface Identity extends PublicIdentity {
  signer: Signer;
  /** The private key as it is stored. */
  pem: string;
}

/** One key for each role, and the trust list that names them. */
export interface Identities {
  identities: Identity[];
  rootDocument: RootDocument;
  teamsDocument: TeamsDocument;
  root: Envelope;
  targets: Envelope;
}

/** Makes a key pair. */
export function createIdentity(holder: KeyHolder, owner = toOwner(holder)): Identity {
  const key = generateKey();
  return { holder, owner, keyId: key.signer.keyId, ...key };
}

/** Makes one key for the root, the release check, the operators and each team, and the first version of both lists. */
export async function createIdentities({
  teams,
  expires,
}: {
  teams: readonly string[];
  expires: Date;
}): Promise<Identities> {
  const holders: KeyHolder[] = [
    { kind: "root" },
    { kind: "check" },
    { kind: "operator" },
    ...teams.map((name) => ({ kind: "team" as const, name })),
  ];
  const identities = holders.map((holder) => createIdentity(holder));
  const signers = identities.filter(({ holder }) => holder.kind === "root").map(({ signer }) => signer);
  const rootDocument = toRootDocument(identities, expires);
  const teamsDocument = toTeamsDocument(identities, expires);
  const [root, targets] = await Promise.all([
    signDocument(rootDocument, signers),
    signDocument(teamsDocument, signers),
  ]);
  return { identities, rootDocument, teamsDocument, root, targets };
}

/** The owner's name of a key for development in the trust list. */
export function toOwner(holder: KeyHolder): string {
  return holder.kind === "team" ? `development team ${toKeyHolderName(holder)}` : `development ${holder.kind}`;
}
