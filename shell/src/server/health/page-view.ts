import type { PackageName } from "@site/contracts/names/package-name";
import type { Beacon, BeaconProblem } from "../../layout/beacon.ts";
import type { RemoteOutcome } from "./canary-test.ts";
import type { BrowserError } from "./told-errors.ts";

/** The figures of one release on one document. */
export interface ReleaseOutcome extends RemoteOutcome {
  version: string;
  kinds: ReadonlySet<BeaconProblem["kind"]>;
  /** Its problems, each once. */
  problems: readonly BrowserError[];
}

/** Files of the shell with the libraries that remotes share. An error in one of them is caused by the code that called it or that it called. */
const libraryFile = /^shell\/(react|react-core|jotai|intl|router|federation)\./;

/**
 * The outcomes of a beacon by release. A problem belongs to the package of its region, else to the innermost script in its stack that is no shared
 * library.
 * @param set the versions of the document's set
 * @returns undefined when the document is not of that set
 */
export function readPageView(
  { releases, problems, vitals }: Beacon,
  set: Readonly<Record<PackageName, string>>,
): ReleaseOutcome[] | undefined {
  const outcomes = new Map<string, ReleaseOutcome & { kinds: Set<BeaconProblem["kind"]>; problems: BrowserError[] }>();
  for (const label of releases) {
    const [remote = "", version = ""] = label.split("@");
    if (!Object.hasOwn(set, remote) || set[remote] !== version) return undefined;
    outcomes.set(remote, { remote, version, hasError: false, kinds: new Set(), problems: [] });
  }
  for (const problem of listOnce(problems)) {
    const outcome = outcomes.get(findOrigin(problem));
    if (!outcome) continue;
    outcome.hasError = true;
    outcome.kinds.add(problem.kind);
    outcome.problems.push({ kind: problem.kind, at: problem.at.map((place) => toFullPlace(place, set)) });
  }
  for (const { name, remote, value } of vitals) {
    const outcome = outcomes.get(remote);
    if (outcome) outcome[name] = value;
  }
  return [...outcomes.values()];
}

/** Drops duplicate problems: a browser reports each once, but a client that imitates one may not. */
function listOnce(problems: readonly BeaconProblem[]): BeaconProblem[] {
  return [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()];
}

function toFullPlace(place: string, set: Readonly<Record<PackageName, string>>): string {
  return place.replace(/^[^/]*/, (name) => (Object.hasOwn(set, name) ? `${name}@${set[name]}` : name));
}

function findOrigin({ remote, at }: BeaconProblem): string {
  const place = at.find((one) => !libraryFile.test(one)) ?? at[0];
  return remote ?? place?.split("/")[0] ?? "";
}
