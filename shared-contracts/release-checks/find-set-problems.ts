import { gt, satisfies } from "semver";
import { contractVersion } from "../src/releases/share-scope.ts";
import type { Release } from "../src/releases/release.ts";
import type { CheckedSet, SetFinding } from "./release-check.ts";

/**
 * The releases built against a contract that the servers do not accept, because it has another major version than theirs and the one before,
 * or against one that is newer than the shell's. Without a shell, the contract of the servers stands in.
 */
export function findContractProblems({
  releases,
  serverContract = contractVersion,
}: Pick<CheckedSet, "releases" | "serverContract">): SetFinding[] {
  const known = releases.get("shell")?.release.contract ?? serverContract;
  const accepted = toAccepted(serverContract);
  return [...releases.values()].flatMap(({ release: { contract }, label }): SetFinding[] => {
    if (!satisfies(contract, accepted))
      return [
        {
          release: label,
          problem: `it was built against contract ${contract}; accepted is ${accepted}.`,
          change: `Install @site/contracts ${known}, which is the shell's, and build again.`,
        },
      ];
    return gt(contract, known)
      ? [
          {
            release: label,
            problem: `it was built against contract ${contract}; the shell of the set knows ${known}.`,
            change: `Install @site/contracts ${known}, which is the shell's, and build again; or wait until a shell of ${contract} is live.`,
          },
        ]
      : [];
  });
}

function toAccepted(version: string): string {
  const [major = 0] = version.split(".").map(Number);
  return `^${major}.0.0${major > 1 ? ` || ^${major - 1}.0.0` : ""}`;
}

/** The shared libraries that a release needs and the set's shell does not provide: it would run two Reacts, or none. */
export function findSharedProblems({
  releases,
  contractLibraries = {},
}: Pick<CheckedSet, "releases" | "contractLibraries">): SetFinding[] {
  const shell = releases.get("shell");
  if (!shell) return [...releases.values()].flatMap((one) => findNewer(one, contractLibraries));
  return [...releases.values()].flatMap(({ release, label }) =>
    Object.entries(release.shared).flatMap(([library, range]): SetFinding[] => {
      const provided = shell.release.shared[library]?.replace(/^\^/, "");
      return provided !== undefined && satisfies(provided, range)
        ? []
        : [
            {
              release: label,
              problem: `it needs ${library} ${range}; the shell provides ${provided ?? "nothing"}.`,
              ...(provided !== undefined && {
                change: `Install the shell's version: pnpm add --save-exact ${library}@${provided}. The one that is installed counts, imported or not.`,
              }),
            },
          ];
    }),
  );
}

/** The shared libraries of a release that are newer than the installed contract allows: it was packed with the shell that provides them. */
function findNewer(
  { release, label }: { release: Release; label: string },
  libraries: Readonly<Record<string, string>>,
): SetFinding[] {
  return Object.entries(release.shared).flatMap(([library, range]): SetFinding[] => {
    const newest = libraries[library];
    return newest === undefined || satisfies(newest, range)
      ? []
      : [
          {
            release: label,
            problem: `it needs ${library} ${range}; the installed contract is of a shell that provides ${newest}.`,
            change: `Install that version: pnpm add --save-exact ${library}@${newest}. Or install a newer @site/contracts, once the shell has a newer ${library}.`,
          },
        ];
  });
}
