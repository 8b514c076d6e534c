import type { PackageName } from "@site/contracts/names/package-name";
import type { Beacon, BeaconProblem } from "../../layout/beacon.ts";
import type { RemoteOutcome } from "./canary-test.ts";

/** What a visitor met of one release on one document. */
export interface ReleaseOutcome extends RemoteOutcome {
  version: string;
  kinds: ReadonlySet<BeaconProblem["kind"]>;
  /** Of each error that was thrown, the places in scripts of releases, such as `content@1.0.0-3f2a9c0d11aa/remoteEntry.js:1:234`. */
  thrown: readonly (readonly string[])[];
}

/** Files of the shell with the libraries that remotes share: an error that passed through them began in what called them, or in what they called. */
const libraryFile = /^shell\/(react|react-core|jotai|intl|router|federation)\./;

/**
 * What a beacon says, by release. A problem belongs to the package of its region, else to the innermost script in its stack that is no
 * shared library.
 * @param set the versions of the set that the document is of
 * @returns undefined when the document is not of that set
 */
export function readPageView(
  { releases, problems, vitals }: Beacon,
  set: Readonly<Record<PackageName, string>>,
): ReleaseOutcome[] | undefined {
  const outcomes = new Map<string, ReleaseOutcome & { kinds: Set<BeaconProblem["kind"]>; thrown: string[][] }>();
  for (const label of releases) {
    const [remote = "", version = ""] = label.split("@");
    if (!Object.hasOwn(set, remote) || set[remote] !== version) return undefined;
    outcomes.set(remote, { remote, version, hasError: false, kinds: new Set(), thrown: [] });
  }
  for (const problem of problems) {
    const outcome = outcomes.get(findOrigin(problem));
    if (!outcome) continue;
    outcome.hasError = true;
    outcome.kinds.add(problem.kind);
    if (problem.at.length > 0) outcome.thrown.push(problem.at.map((place) => toFullPlace(place, set)));
  }
  for (const { name, remote, value } of vitals) {
    const outcome = outcomes.get(remote);
    if (outcome) outcome[name] = value;
  }
  return [...outcomes.values()];
}

function toFullPlace(place: string, set: Readonly<Record<PackageName, string>>): string {
  return place.replace(/^[^/]*/, (name) => (Object.hasOwn(set, name) ? `${name}@${set[name]}` : name));
}

function findOrigin({ remote, at }: BeaconProblem): string {
  const place = at.find((one) => !libraryFile.test(one)) ?? at[0];
  return remote ?? place?.split("/")[0] ?? "";
}
