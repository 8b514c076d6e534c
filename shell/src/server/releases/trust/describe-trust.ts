import { toRoleLabel, type Trust } from "./trust.ts";
import type { RoleKeys } from "./trust-list.ts";

/** One key of the trust list, for people. */
export interface TrustRow {
  /** The role of the key: `the team of content`. */
  role: string;
  owner: string;
  /** The first 12 digits of the key's id. */
  key: string;
  /** When the list that names it expires, in UTC. */
  until: string;
  state: "in force" | "retired" | "revoked";
  /** When it was retired or revoked, in UTC; empty for a key in force. */
  since: string;
  /** The number of owners who have to sign together. */
  threshold: number;
}

/** The keys of all roles and their expiry. Revoked keys that are not in any role come last. */
export function describeTrust(trust: Trust, now = new Date()): TrustRow[] {
  const { root, teams, revoked } = trust;
  const shown = new Set<string>();
  const toRows = (role: string, { keys, threshold }: RoleKeys, expires: Date): TrustRow[] =>
    keys.map((key): TrustRow => {
      shown.add(key.keyId);
      const lost = revoked.find(({ keyId }) => keyId === key.keyId);
      const row = { role, owner: key.owner, key: key.keyId.slice(0, 12), until: expires.toISOString(), threshold };
      if (lost) return { ...row, state: "revoked", since: lost.at.toISOString() };
      if (key.retired && key.retired <= now) return { ...row, state: "retired", since: key.retired.toISOString() };
      return { ...row, state: "in force", since: "" };
    });
  const rows = [
    ...toRows("the root", root.root, root.expires),
    ...toRows("the list of teams", root.targets, root.expires),
    ...toRows(toRoleLabel({ kind: "check" }), root.check, root.expires),
    ...toRows(toRoleLabel({ kind: "operator" }), root.operator, root.expires),
    ...[...teams.teams].flatMap(([name, keys]) => toRows(toRoleLabel({ kind: "team", name }), keys, teams.expires)),
  ];
  const gone = revoked.filter(({ keyId }) => !shown.has(keyId));
  return [
    ...rows,
    ...gone.map((key): TrustRow => ({
      role: "none",
      owner: key.owner,
      key: key.keyId.slice(0, 12),
      until: "",
      state: "revoked",
      since: key.at.toISOString(),
      threshold: 0,
    })),
  ];
}

/** The owners of the keys in force of each team, by package. */
export function listOwners({ teams, revoked }: Trust, now = new Date()): Record<string, string> {
  const lost = new Set(revoked.map(({ keyId }) => keyId));
  return Object.fromEntries(
    [...teams.teams].map(([name, { keys }]) => [
      name,
      [
        ...new Set(
          keys
            .filter(({ keyId, retired }) => !lost.has(keyId) && !(retired && retired <= now))
            .map(({ owner }) => owner),
        ),
      ].join(", "),
    ]),
  );
}
