import type { RoleKeys, RootList, TeamList } from "./trust-list.ts";

interface Lists {
  root: RootList;
  teams: TeamList;
}

/** The differences between two states of the lists, a line each: `-` for removals, `+` for additions. Shown before a change is signed. */
export function describeChange(before: Lists, after: Lists): string[] {
  const [was, is] = [toLines(before), toLines(after)];
  return [
    ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
  ];
}

function toLines({ root, teams }: Lists): string[] {
  return [
    ...toRoleLines("root", root.root),
    ...toRoleLines("list of teams", root.targets),
    ...toRoleLines("check", root.check),
    ...toRoleLines("operator", root.operator),
    ...[...teams.teams].flatMap(([name, role]) => toRoleLines(`team ${name}`, role)),
    ...[...root.revoked, ...teams.revoked].map(
      ({ keyId, owner, why }) => `revoked: ${keyId.slice(0, 12)} of ${owner} (${why})`,
    ),
    `the root's list expires ${root.expires.toISOString()}`,
    `the list of teams expires ${teams.expires.toISOString()}`,
  ];
}

function toRoleLines(name: string, { keys, threshold }: RoleKeys): string[] {
  return [
    ...keys.map(
      ({ keyId, owner, retired }) =>
        `${name}: ${keyId.slice(0, 12)} of ${owner}${retired ? `, retired ${retired.toISOString()}` : ""}`,
    ),
    `${name}: ${threshold} owner${threshold === 1 ? " signs" : "s sign"}`,
  ];
}
