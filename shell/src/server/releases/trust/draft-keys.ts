import { SiteError } from "@site/contracts/errors";
import { toKeyId, toKeyObject } from "@site/contracts/signing/signing-key";
import type { KeyHolder } from "./key-files.ts";
import type { KeyDocument, RoleDocument, TrustDraft } from "./trust-documents.ts";

/**
 * Adds a public key to a role; a team that is new to the list is added.
 * @throws SiteError `TRUST_CHANGE_INVALID` for a revoked key, `KEY_FORMER` for a retired one: its new signatures would not count
 */
export function addToDraft(draft: TrustDraft, holder: KeyHolder, publicKey: string, owner: string): void {
  const id = toKeyId(publicKey);
  const revoked = draft.root.revoked?.[id] ?? draft.teams.revoked?.[id];
  if (revoked)
    throw new SiteError("TRUST_CHANGE_INVALID", {
      problem: `the key ${id.slice(0, 12)} was revoked on ${revoked.at} (${revoked.why}), so nothing that it signs counts`,
    });
  const retired = (draft.teams.delegations.keys[id] ?? draft.root.keys[id])?.retired;
  if (retired !== undefined) throw new SiteError("KEY_FORMER", { key: id.slice(0, 12), at: retired });
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

/** The roles of a holder of keys. The root's owners also sign the list of teams. */
export function listRoles({ root, teams }: TrustDraft, holder: KeyHolder): RoleDocument[] {
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

/** Whether a key belongs to an owner of the root. */
export function isOwner({ root }: TrustDraft, id: string): boolean {
  return [root.roles.root, root.roles.targets].some(({ keyids }) => keyids.includes(id));
}

/** Removes a key from every role, and from the list. */
export function takeOut({ root, teams }: TrustDraft, id: string): void {
  for (const role of [...Object.values(root.roles), ...teams.delegations.roles])
    role.keyids = role.keyids.filter((one) => one !== id);
  delete root.keys[id];
  delete teams.delegations.keys[id];
}

/** The key with this id, or whose id begins with this text. @throws SiteError `KEY_UNKNOWN` */
export function findKey(
  { root, teams }: TrustDraft,
  given: string,
): { id: string; list: keyof TrustDraft; key: KeyDocument } {
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
