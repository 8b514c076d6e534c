import { gt, major } from "semver";
import type { Break } from "./compare-surfaces.ts";
import type { Surface } from "./surface.ts";

/**
 * Violations of the version policy: a break needs a new major version.
 * @returns sentences with advice; none when the version is high enough
 */
export function findPolicyProblems(
  before: Pick<Surface, "version">,
  after: Pick<Surface, "version">,
  breaks: readonly Break[],
): string[] {
  if (major(after.version) > major(before.version)) return [];
  return breaks.map(
    ({ entry, name, problem }) =>
      `${name === undefined ? entry : `${name} of ${entry}`} breaks what teams built against ${before.version}: ${problem}. Within a major version things are only added: keep it as it was beside the new form and mark it deprecated in shared-contracts/CHANGELOG.md, or raise the version in shared-contracts/package.json to ${major(before.version) + 1}.0.0.`,
  );
}

/** Why a release of the contract is refused beside a break: a changed surface needs a new version. */
export function findReleaseProblems(before: Surface, after: Surface): string[] {
  const isSame = JSON.stringify({ ...before, version: "" }) === JSON.stringify({ ...after, version: "" });
  if (isSame || gt(after.version, before.version)) return [];
  return [
    `Version ${before.version} is released with another surface. Raise the version in shared-contracts/package.json and in shared-contracts/src/releases/share-scope.ts, and name what is new in shared-contracts/CHANGELOG.md.`,
  ];
}
