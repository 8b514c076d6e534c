import { toKeyId } from "@site/contracts/signing/signing-key";
import { SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import { type ChangeOptions, changeTrust, type OwnerFolders, type TrustOutcome } from "./change-trust.ts";
import { addToDraft, findKey, isOwner, listRoles, takeOut } from "./draft-keys.ts";
import { type KeyHolder, toKeyFile, toKeyHolderName } from "./key-files.ts";
import { ensureKey } from "./owner-keys.ts";
import type { RoleDocument, TrustDraft } from "./trust-documents.ts";
import { toMoment, toNextMoment } from "./trusted-key.ts";

/**
 * Makes a team's key and names it in the next version of the list. Does nothing for a team that the list names already.
 * @throws what {@link changeTrust} throws
 */
export async function addTeam(folders: OwnerFolders, name: string, owner: string): Promise<void> {
  // Checked here because the name becomes part of a file name.
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

/** Adds a public key to a role; a team that is new to the list is added. @throws what {@link changeTrust} throws */
export function addKey(
  folders: OwnerFolders,
  holder: KeyHolder,
  { publicKey, owner }: { publicKey: string; owner: string },
  options?: ChangeOptions,
): Promise<TrustOutcome> {
  return changeTrust(folders, (draft) => addToDraft(draft, holder, publicKey, owner), options);
}

/**
 * Retires a key: from the first whole second at or after `at` it signs nothing new; earlier signatures stay valid. An owner of the root is removed
 * instead, with {@link removeKey}.
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
      const { key } = findKey(draft, keyId);
      // A later moment would accept signatures that were made after the first one.
      if (!(key.retired && new Date(key.retired) <= at)) key.retired = toNextMoment(at);
    },
    options,
  );
}

/**
 * Revokes a key: from now on, all documents that this key alone signed are refused. A key of the root cannot sign the lists any more either.
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
      // The first revocation stays, with its reason.
      draft[list].revoked = { [id]: { owner: key.owner, at: toMoment(at), why }, ...draft[list].revoked };
    },
    options,
  );
}

/** Removes a key from every role, and from the list. @throws `KEY_UNKNOWN`, and what {@link changeTrust} throws */
export function removeKey(folders: OwnerFolders, keyId: string, options?: ChangeOptions): Promise<TrustOutcome> {
  return changeTrust(folders, (draft) => takeOut(draft, findKey(draft, keyId).id), options);
}

/** Sets how many owners of a role have to sign. @throws `ROLE_UNKNOWN`, and what {@link changeTrust} throws */
export function setThreshold(
  folders: OwnerFolders,
  holder: KeyHolder,
  threshold: number,
  options?: ChangeOptions,
): Promise<TrustOutcome> {
  return changeTrust(
    folders,
    (draft) => {
      for (const role of requireRoles(draft, holder)) role.threshold = threshold;
    },
    options,
  );
}

/** Renews both lists, which then expire at `expires`. @throws what {@link changeTrust} throws */
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

/** Replaces one key of the root by another of the same owner. @throws `KEY_UNKNOWN`, and what {@link changeTrust} throws */
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

/**
 * Adds a new key of the same owner to a role and retires the former keys: they sign nothing new from the first whole second at or after `at`. It is
 * one change, which owners sign once.
 * @throws `ROLE_UNKNOWN`, and what {@link changeTrust} throws
 */
export function rotateKey(
  folders: OwnerFolders,
  holder: KeyHolder,
  publicKey: string,
  at: Date,
): Promise<TrustOutcome> {
  return changeTrust(folders, (draft) => {
    const former = requireRoles(draft, holder)
      .flatMap(({ keyids }) => keyids)
      .filter((id) => id !== toKeyId(publicKey))
      .map((id) => findKey(draft, id).key)
      .filter(({ retired }) => retired === undefined);
    addToDraft(draft, holder, publicKey, former[0]?.owner ?? "unnamed");
    for (const key of former) key.retired = toNextMoment(at);
  });
}

/** @throws SiteError `ROLE_UNKNOWN` */
function requireRoles(draft: TrustDraft, holder: KeyHolder): RoleDocument[] {
  const roles = listRoles(draft, holder);
  if (roles.length === 0)
    throw new SiteError("ROLE_UNKNOWN", {
      role: toKeyHolderName(holder),
      known: draft.teams.delegations.roles.map(({ name }) => name).join(", "),
    });
  return roles;
}
