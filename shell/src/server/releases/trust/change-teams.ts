import { toKeyId, toKeyObject } from "@site/contracts/signing/signing-key";
import { SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import {
  type ChangeOptions,
  changeTrust,
  type OwnerFolders,
  type TrustDraft,
  type TrustOutcome,
} from "./change-trust.ts";
import { type KeyHolder, toKeyFile, toKeyHolderName } from "./key-files.ts";
import { ensureKey } from "./owner-keys.ts";
import type { KeyDocument, RoleDocument } from "./trust-documents.ts";
import { toMoment } from "./trusted-key.ts";

/**
 * Makes a team's key and names it in the next version of the list. Does nothing for a team that the list names already.
 * @throws what {@link changeTrust} throws
 */
export async function addTeam(folders: OwnerFolders, name: string, owner: string): Promise<void> {
  // Checked here because the name becomes a file name.
  if (!isPackageName(name))
    throw new SiteError("TRUST_CHANGE_INVALID", {
      problem: "the team has no name of a package",
    });
  await changeTrust(folders, async (draft) => {
    if (draft.teams.delegations.roles.some((role) => role.name === name)) return;
    const { publicKey } = await ensureKey(
      toKeyFile(folders.keysDir, { kind: "team", name }),
      { kind: "team", name },
      `the team of ${name}`,
    );
    addToDraft(draft, { kind: "team", name }, publicKey, owner);
  });
}

/** Names a public key for a role; a team that is new to the list is added. @throws what {@link changeTrust} throws */
export function addKey(
  folders: OwnerFolders,
  holder: KeyHolder,
  { publicKey, owner }: { publicKey: string; owner: string },
  options?: ChangeOptions,
): Promise<TrustOutcome> {
  return changeTrust(folders, (draft) => addToDraft(draft, holder, publicKey, owner), options);
}

/**
 * From `at` on a key signs nothing new; what it signed before stays valid. An owner of the root is taken out instead, with {@link removeKey}.
 * @throws `KEY_UNKNOWN`, and what {@link changeTrust} throws
 */
export function retireKey(
  folders: OwnerFolders,
  keyId: string,
  at: Date,
  options?: ChangeOptions,
): Promise<TrustOutcome> {
  return changeTrust(
    folders,
    (draft) => {
      findKey(draft, keyId).key.retired = toMoment(at);
    },
    options,
  );
}

/**
 * From now on, everything is refused that this key alone signed. A key of the root stops signing the lists as well.
 * @throws `KEY_UNKNOWN`, and what {@link changeTrust} throws
 */
export function revokeKey(
  folders: OwnerFolders,
  keyId: string,
  why: string,
  { at = new Date(), ...options }: ChangeOptions & { at?: Date } = {},
): Promise<TrustOutcome> {
  return changeTrust(
    folders,
    (draft) => {
      const { id, list, key } = findKey(draft, keyId);
      if (list === "root" && isOwner(draft, id)) takeOut(draft, id);
      draft[list].revoked = { ...draft[list].revoked, [id]: { owner: key.owner, at: toMoment(at), why } };
    },
    options,
  );
}

/** Takes a key out of every role, and out of the list. @throws `KEY_UNKNOWN`, and what {@link changeTrust} throws */
export function removeKey(folders: OwnerFolders, keyId: string, options?: ChangeOptions): Promise<TrustOutcome> {
  return changeTrust(folders, (draft) => takeOut(draft, findKey(draft, keyId).id), options);
}

/** How many owners of a role have to sign. @throws `ROLE_UNKNOWN`, and what {@link changeTrust} throws */
export function setThreshold(
  folders: OwnerFolders,
  holder: KeyHolder,
  threshold: number,
  options?: ChangeOptions,
): Promise<TrustOutcome> {
  return changeTrust(
    folders,
    (draft) => {
      const roles = listRoles(draft, holder);
      if (roles.length === 0)
        throw new SiteError("ROLE_UNKNOWN", {
          role: toKeyHolderName(holder),
          known: draft.teams.delegations.roles.map(({ name }) => name).join(", "),
        });
      for (const role of roles) role.threshold = threshold;
    },
    options,
  );
}

/** Renews both lists: they stay in force until `expires`. @throws what {@link changeTrust} throws */
export function renewLists(folders: OwnerFolders, expires: Date, options?: ChangeOptions): Promise<TrustOutcome> {
  return changeTrust(
    folders,
    ({ root, teams }) => {
      root.expires = toMoment(expires);
      teams.expires = toMoment(expires);
    },
    options,
  );
}

/** Exchanges one key of the root for another of the same owner. @throws `KEY_UNKNOWN`, and what {@link changeTrust} throws */
export function exchangeRootKey(
  folders: OwnerFolders,
  former: string,
  publicKey: string,
  options?: ChangeOptions,
): Promise<TrustOutcome> {
  return changeTrust(
    folders,
    (draft) => {
      const { id, key } = findKey(draft, former);
      addToDraft(draft, { kind: "root" }, publicKey, key.owner);
      takeOut(draft, id);
    },
    options,
  );
}

function addToDraft(draft: TrustDraft, holder: KeyHolder, publicKey: string, owner: string): void {
  const id = toKeyId(publicKey);
  const key: KeyDocument = { ...toKeyObject(publicKey), owner };
  if (holder.kind === "team") {
    const { delegations } = draft.teams;
    delegations.keys[id] ??= key;
    if (listRoles(draft, holder).length === 0)
      delegations.roles.push({
        name: holder.name,
        paths: [`${holder.name}/*`],
        terminating: true,
        keyids: [],
        threshold: 1,
      });
  } else {
    draft.root.keys[id] ??= key;
  }
  for (const role of listRoles(draft, holder)) if (!role.keyids.includes(id)) role.keyids.push(id);
}

/** The root's owners also sign the list of teams. */
function listRoles({ root, teams }: TrustDraft, holder: KeyHolder): RoleDocument[] {
  switch (holder.kind) {
    case "root":
      return [root.roles.root, root.roles.targets];
    case "check":
      return [root.roles.snapshot];
    case "operator":
      return [root.roles.timestamp];
    case "team":
      return teams.delegations.roles.filter(({ name }) => name === holder.name);
  }
}

function isOwner({ root }: TrustDraft, id: string): boolean {
  return [root.roles.root, root.roles.targets].some(({ keyids }) => keyids.includes(id));
}

function takeOut({ root, teams }: TrustDraft, id: string): void {
  for (const role of [...Object.values(root.roles), ...teams.delegations.roles])
    role.keyids = role.keyids.filter((one) => one !== id);
  delete root.keys[id];
  delete teams.delegations.keys[id];
}

/** The key whose id is, or begins with, what is given. @throws SiteError `KEY_UNKNOWN` */
function findKey({ root, teams }: TrustDraft, given: string): { id: string; list: keyof TrustDraft; key: KeyDocument } {
  const keys = [
    ...Object.entries(root.keys).map(([id, key]) => ({ id, key, list: "root" as const })),
    ...Object.entries(teams.delegations.keys).map(([id, key]) => ({ id, key, list: "teams" as const })),
  ];
  const [found, another] = keys.filter(({ id }) => given.length >= 8 && id.startsWith(given));
  if (!found || another)
    throw new SiteError("KEY_UNKNOWN", {
      key: given.slice(0, 64),
      known: keys.map(({ id }) => id.slice(0, 12)).join(", "),
    });
  return found;
}
