import { randomUUID } from "node:crypto";
import { chmod, link, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/package-name";
import { isDiskError, realDisk } from "../disk.ts";
import { createIdentity } from "./create-identities.ts";
import { toKeyFile } from "./key-files.ts";
import { readKey } from "./open-signer.ts";
import { readTrustFile } from "./open-trust.ts";
import { signDocument } from "./signed-document.ts";
import { createTrust } from "./trust.ts";
import { parseRootList, parseTeamList } from "./trust-list.ts";
import type { TeamsDocument } from "./trust-documents.ts";
import { toKeyObject, toMoment } from "./trusted-key.ts";

/** Where an owner of the trust list works: `root.pem` is in `keysDir`. */
export interface OwnerFolders {
  keysDir: string;
  trustDir: string;
}

const keySchema = v.strictObject({
  keytype: v.string(), scheme: v.string(), keyval: v.strictObject({ public: v.string() }), owner: v.string(), retired: v.exactOptional(v.string()),
});

/** The form of the list, for who changes it. What the values may be is checked when the changed list is parsed. */
const teamsSchema: v.GenericSchema<unknown, TeamsDocument> = v.strictObject({
  _type: v.literal("targets"),
  spec_version: v.string(),
  version: v.number(),
  expires: v.string(),
  targets: v.record(v.string(), v.never()),
  delegations: v.strictObject({
    keys: v.record(v.string(), keySchema),
    roles: v.array(v.strictObject({ name: v.string(), paths: v.array(v.string()), terminating: v.boolean(), keyids: v.array(v.string()), threshold: v.number() })),
  }),
  revoked: v.exactOptional(v.record(v.string(), v.strictObject({ owner: v.string(), at: v.string(), why: v.string() }))),
});

/**
 * Makes a team's key and names it in the next version of the list. Does nothing for a team that the list names already.
 * @throws what {@link changeTeams} throws
 */
export async function addTeam(folders: OwnerFolders, name: string, owner: string): Promise<void> {
  // Before the name becomes the name of a file.
  if (!isPackageName(name)) throw new SiteError("TRUST_INVALID", { file: join(folders.trustDir, "targets.json"), problem: "the team has no name of a package" });
  await changeTeams(folders, async ({ delegations }) => {
    if (delegations.roles.some((role) => role.name === name)) return false;
    const { signer, publicKey } = await ensureTeamKey(folders.keysDir, name);
    delegations.keys[signer.keyId] = { ...toKeyObject(publicKey), owner };
    delegations.roles.push({ name, paths: [`${name}/*`], terminating: true, keyids: [signer.keyId], threshold: 1 });
    return true;
  });
}

/** From `at` on the key of a team signs nothing new. @throws `KEY_UNKNOWN`, and what {@link changeTeams} throws */
export async function retireTeamKey(folders: OwnerFolders, keyId: string, at: Date): Promise<void> {
  await changeTeams(folders, async ({ delegations }) => {
    findKey(delegations.keys, keyId).retired = toMoment(at);
    return true;
  });
}

/** Whatever the key of a team alone signed is refused from now on. @throws `KEY_UNKNOWN`, and what {@link changeTeams} throws */
export async function revokeTeamKey(folders: OwnerFolders, keyId: string, why: string, at = new Date()): Promise<void> {
  await changeTeams(folders, async (teams) => {
    const { owner } = findKey(teams.delegations.keys, keyId);
    teams.revoked = { ...teams.revoked, [keyId]: { owner, at: toMoment(at), why } };
    return true;
  });
}

/**
 * Signs the next version of the list of teams with the root's key of this machine, and puts it in place of the last. For lists that one
 * owner may sign; with a higher threshold the changed list is refused.
 * @param change changes the list, or returns false to leave it
 * @throws SiteError `KEY_NOT_FOUND`, `TRUST_MISSING`, `TRUST_INVALID` when the changed list would be refused, `TRUST_CHANGED`
 */
async function changeTeams({ keysDir, trustDir }: OwnerFolders, change: (teams: TeamsDocument) => Promise<boolean>): Promise<void> {
  const [rootFile, file] = [join(trustDir, "root.json"), join(trustDir, "targets.json")];
  const root = parseRootList(await readTrustFile(rootFile), rootFile);
  const bytes = await readTrustFile(file);
  const current = parseTeamList(bytes, file);
  // A list that expired may still be replaced by its owners: so the day does not count here.
  createTrust(root, current, () => new Date(0));
  const teams = v.parse(teamsSchema, structuredClone(current.envelope.signed));
  if (!(await change(teams))) return;
  teams.version += 1;
  const { signer } = await readKey(toKeyFile(keysDir, { kind: "root" }), "the root");
  const next = `${JSON.stringify(await signDocument(teams, [signer]), null, 2)}\n`;
  createTrust(root, parseTeamList(Buffer.from(next), file), () => new Date(0));
  const aside = `${file}.${randomUUID()}.new`;
  try {
    await realDisk.create(aside, Buffer.from(next));
    if (!bytes.equals(await readTrustFile(file))) throw new SiteError("TRUST_CHANGED", { file });
    await rename(aside, file);
    await realDisk.sync(await realpath(trustDir));
  } finally {
    await rm(aside, { force: true });
  }
}

/** The key that an interrupted call made is used, so that it is not replaced. */
async function ensureTeamKey(keysDir: string, name: string): ReturnType<typeof readKey> {
  const file = toKeyFile(keysDir, { kind: "team", name });
  const aside = `${file}.${randomUUID()}.new`;
  try {
    await realDisk.create(aside, Buffer.from(createIdentity({ kind: "team", name }).pem));
    await chmod(aside, 0o600);
    await link(aside, file);
    await realDisk.sync(await realpath(join(file, "..")));
  } catch (error) {
    if (!isDiskError(error, "EEXIST")) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return readKey(file, `the team of ${name}`);
}

function findKey<T>(keys: Record<string, T>, keyId: string): T {
  const key = keys[keyId];
  if (!key) throw new SiteError("KEY_UNKNOWN", { key: keyId.slice(0, 64), known: Object.keys(keys).map((known) => known.slice(0, 12)).join(", ") });
  return key;
}
