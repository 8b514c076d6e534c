import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addKey, setThreshold } from "../releases/trust/change-teams.ts";
import { type OwnerFolders, signProposal } from "../releases/trust/change-trust.ts";
import { createIdentity } from "../releases/trust/create-identities.ts";
import { createDevelopmentIdentities } from "../releases/trust/development-identities.ts";
import { toKeyFile } from "../releases/trust/key-files.ts";

/** Several owners of one trust list, each with a folder of keys. */
export interface TrustOwners {
  root: string;
  trustDir: string;
  /**
   * Where an owner works.
   * @param trustDir a copy of the folder of the lists; without it the one that all share
   */
  toFolders(owner: string, trustDir?: string): OwnerFolders;
  /** Makes the key of a person who owns nothing of the list. */
  createStranger(name: string): void;
  keyIdOf(owner: string): string;
  remove(): void;
}

/**
 * Makes a list whose root belongs to Ana, whom it calls the development root, and to others.
 * @param threshold how many of them sign together
 */
export async function createTrustOwners(others: readonly string[], threshold: number): Promise<TrustOwners> {
  const root = mkdtempSync(join(tmpdir(), "trust-owners-"));
  const shared = join(root, "trust");
  const keyIds = new Map<string, string>();
  const toFolders = (owner: string, trustDir = shared): OwnerFolders => ({ keysDir: join(root, owner), trustDir });
  const createKey = (owner: string): string => {
    mkdirSync(toFolders(owner).keysDir);
    const { pem, publicKey, signer } = createIdentity({ kind: "root" }, owner);
    keyIds.set(owner, signer.keyId);
    writeFileSync(toKeyFile(toFolders(owner).keysDir, { kind: "root" }), pem, { mode: 0o600 });
    return publicKey;
  };
  const ana = toFolders("Ana");
  await createDevelopmentIdentities({ ...ana, teams: ["content"] });
  for (const owner of others) await addKey(ana, { kind: "root" }, { owner, publicKey: createKey(owner) });
  await setThreshold(ana, { kind: "root" }, threshold);
  for (const owner of others.slice(0, threshold - 1)) await signProposal(toFolders(owner));
  return {
    root,
    trustDir: shared,
    toFolders,
    createStranger: (name) => void createKey(name),
    keyIdOf: (owner) => keyIds.get(owner) ?? "",
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
