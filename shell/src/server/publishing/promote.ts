import { isDeepStrictEqual } from "node:util";
import { isSiteError, SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { toReleaseLabel } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { findProblemsOfSet } from "../release-checks/find-problems-of-set.ts";
import { refuse, ReleaseRefusal } from "../release-checks/refusal.ts";
import { checkComplete } from "./check-complete.ts";
import { listCanaryPackages, type PlannedSets, toPromoted, toRolledBack } from "./channel-rules.ts";
import { loadPackages, loadReadable } from "./load-packages.ts";
import { findRollback } from "./promote-line.ts";
import { readBase } from "./read-base.ts";
import { listSets, type PlannedChannels, toPlanned } from "../releases/channels.ts";
import type { LoadedPackages, LoadedRelease } from "../releases/loaded-release.ts";
import type { RevisionAction } from "../releases/release-records.ts";
import type { VerdictScope, ReleaseStore, RevisionRecord } from "../releases/release-store.ts";

/** The reason of a revision, which the history shows with the owner of the key that signed it. */
export interface MoveNote {
  why: string;
  /** Runs the release checks on a set without a verdict. Without this function such a set is refused. */
  checkSet?(packages: LoadedPackages, live: LoadedPackages): Promise<VerdictScope>;
}

/** A change of the channel that was checked and not carried out yet. */
export interface Move {
  /** The revision that the plan is based on. The plan is carried out only while it is the newest. */
  expected: number;
  before: RevisionRecord | undefined;
  versions: SetVersions;
  action: RevisionAction;
  /** The packages of the stable set that it changes. */
  difference: SetDifference[];
  /** The canary, previews, pins and freeze of the new revision. */
  channels: PlannedChannels;
  /** The packages that a rollback leaves at their releases because they are pinned. */
  held: PackageName[];
  /** Whether the newest revision has all of this already. */
  isDone: boolean;
}

/**
 * Plans a promote of some versions. The other packages keep their releases, and a canary of other packages continues.
 * @param expected the revision that the operator expects to be the newest; without it, the newest one
 * @throws SiteError `REVISION_CONFLICT` when another revision is the newest, `RELEASE_NOT_FOUND` for a version not in the store,
 * `RELEASE_*` for one that does not verify, `RELEASE_REFUSED` for one that is incompatible with the others, `SET_INCOMPLETE` when the set lacks a package
 * that the layout needs, `RECORD_REVOKED` when the set lacks one and the key of the newest record was revoked, `CHANNEL_FROZEN`, `PACKAGE_PINNED`, `CANARY_RUNNING` when it names a package of the canary
 */
export async function planPromote(store: ReleaseStore, changes: SetVersions, expected?: number): Promise<Move> {
  const { before, revision: actual, revoked } = await readBase(store);
  if (expected !== undefined && expected !== actual)
    throw new SiteError("REVISION_CONFLICT", { channel: "stable", actual, expected });
  try {
    return await planMove(store, { before, expected: actual }, toPromoted(before, changes, new Date()), {
      kind: "promote",
    });
  } catch (error) {
    throw revoked && isSiteError(error, "SET_INCOMPLETE") ? revoked : error;
  }
}

/**
 * Plans a rollback to the previous set on the line of promotes, or to that of a named revision; or of one package to its version in that
 * set. A rollback ends the canary, so that all visitors get the same set. Pinned packages keep their releases.
 * @throws SiteError `ROLLBACK_IMPOSSIBLE` when there is nothing to go back to, `ROLLBACK_RELEASE_GONE` when the store lacks a release of it, `PACKAGE_PINNED` for the named package or when pins alone keep it from changing
 * anything, and what `planPromote` throws of releases and sets
 */
export async function planRollback(
  store: ReleaseStore,
  target: { package?: PackageName; revision?: number },
): Promise<Move> {
  // Read the number before the history, which takes a while: a revision that is made meanwhile is then a conflict, and is not undone by the rollback.
  // The number need not be of a verified record: a rollback to a named revision must also work when the newest record does not verify.
  const expected = await store.revision();
  await assertNotRestored(store);
  const records = await store.history();
  const plan = findRollback(records, target);
  const { package: name } = target;
  const newest = records.at(-1);
  if (!plan) {
    throw new SiteError("ROLLBACK_IMPOSSIBLE", {
      what: [name ?? "the set", target.revision === undefined ? "" : ` at revision ${target.revision}`].join(""),
      advice: target.revision === undefined ? toCanaryAdvice(newest, name) : toNumberAdvice(target.revision, expected),
    });
  }
  const before = newest?.set.revision === expected ? newest : undefined;
  const sets = toRolledBack(newest, plan.versions, name, new Date());
  const wasLive = records.some(({ set }) => isDeepStrictEqual({ ...set.versions }, { ...sets.versions }));
  const action = { kind: "rollback", to: plan.to, ...(name === undefined ? {} : { package: name }) } as const;
  try {
    return await planMove(store, { before, expected }, sets, action, wasLive);
  } catch (error) {
    const gone = isSiteError(error, "RELEASE_NOT_FOUND") ? error.details["release"] : undefined;
    const restored = Object.entries(plan.versions).filter(([one]) => name === undefined || one === name);
    if (gone !== undefined && restored.some(([one, version]) => gone === `${one}@${version}`))
      throw new SiteError("ROLLBACK_RELEASE_GONE", { revision: plan.to, release: gone }, { cause: error });
    if (!(error instanceof ReleaseRefusal) || name === undefined) throw error;
    throw new ReleaseRefusal(
      error.problems,
      `The others of the live set were never live with it. site rollback --to ${plan.to} takes back the whole set.`,
    );
  }
}

/** The advice for a number that the channel has not reached yet, as one that is mistyped; empty for another. */
const toNumberAdvice = (revision: number, newest: number): string =>
  revision > newest ? `The newest revision is ${newest}. ` : "";

/** The advice when no rollback is possible but a canary has the releases in question; empty without such a canary. */
function toCanaryAdvice(newest: RevisionRecord | undefined, name: PackageName | undefined): string {
  const { canary } = newest?.channels ?? {};
  const packages = newest && canary ? listCanaryPackages(newest.set.versions, canary.set.versions) : [];
  if (name === undefined ? packages.length === 0 : !packages.includes(name)) return "";
  return `A canary of ${packages.join(", ")} is under way: site canary stop takes it back from its visitors. `;
}

/** @throws SiteError `CHANNEL_ROLLED_BACK`, `CHANNEL_FORKED` in a store that was restored to an earlier state, which lacks the revision that servers have live */
export async function assertNotRestored(store: Pick<ReleaseStore, "current">): Promise<void> {
  try {
    await store.current();
  } catch (error) {
    if (isSiteError(error, "CHANNEL_ROLLED_BACK") || isSiteError(error, "CHANNEL_FORKED")) throw error;
  }
}

/**
 * Carries out a plan. A plan that changes nothing adds no revision and returns the newest.
 * @throws SiteError `REVISION_CONFLICT` when another revision was made since the plan
 */
export async function carryOut(
  store: ReleaseStore,
  { expected, before, versions, action, channels, isDone }: Move,
  { why, checkSet: checkWhole }: MoveNote,
): Promise<RevisionRecord> {
  if (before && isDone) return before;
  for (const one of listPlanned(versions, channels)) {
    const set = await store.toSet(one);
    if (!checkWhole || (await store.isChecked(set))) continue;
    const live = await loadReadable(store, before?.set.versions ?? {});
    await store.countersign(set, await checkWhole(await loadPackages(store, one), live));
  }
  return store.advance(expected, versions, { why, action, channels });
}

/** The sets of a plan: the stable one, the canary and the previews. */
export function listPlanned(versions: SetVersions, { canary, previews = {} }: PlannedChannels): SetVersions[] {
  return [versions, ...(canary ? [canary.versions] : []), ...Object.values(previews).map((one) => one.versions)];
}

/** Plans a promote and carries it out. */
export async function promote(
  store: ReleaseStore,
  changes: SetVersions,
  note: MoveNote,
  expected?: number,
): Promise<RevisionRecord> {
  return carryOut(store, await planPromote(store, changes, expected), note);
}

/** Plans a rollback and carries it out. */
export async function rollback(
  store: ReleaseStore,
  target: { package?: PackageName; revision?: number },
  note: MoveNote,
): Promise<RevisionRecord> {
  return carryOut(store, await planRollback(store, target), note);
}

/**
 * Checks the new sets of a plan: each has to be complete, and its releases compatible.
 * @param wasLive whether the same stable set was live earlier. Then it is not compared with the live set, because it lacks nothing that it did
 * not lack then: a release that began to send an event which another one expects can always be rolled back
 * @throws SiteError what `planPromote` throws of releases and sets
 */
export async function planMove(
  store: ReleaseStore,
  { before, expected }: Pick<Move, "before" | "expected">,
  { versions, channels, held = [] }: PlannedSets,
  action: RevisionAction,
  wasLive = false,
): Promise<Move> {
  const [stable, ...beside] = before ? listSets(before) : [];
  // An unchanged set need not verify: a canary can be stopped also when the key of a live release was revoked.
  const isUnchanged = (one: SetVersions): boolean =>
    (one === versions ? [stable] : beside).some((set) => set && isDeepStrictEqual(set.versions, one));
  for (const one of listPlanned(versions, channels)) {
    if (isUnchanged(one)) continue;
    const packages = await loadPackages(store, one);
    checkComplete(packages);
    const known =
      wasLive && one === versions ? packages : await loadBefore(store, before?.set.versions ?? {}, packages);
    refuse(findProblemsOfSet(packages, known));
  }
  const difference = toDifference(before?.set.versions, versions);
  const isDone = difference.length === 0 && isDeepStrictEqual(channels, toPlanned(before?.channels ?? {}));
  return { expected, before, versions, action, difference, channels, held, isDone };
}

/**
 * The live set, for the comparison: unchanged releases as they are loaded, and the manifests of the others. Undefined when one of them cannot
 * be read, as after its key was revoked: such a release must be replaceable.
 */
async function loadBefore(
  store: ReleaseStore,
  versions: SetVersions,
  packages: LoadedPackages,
): Promise<Map<PackageName, Pick<LoadedRelease, "release" | "label">> | undefined> {
  try {
    return new Map(
      await Promise.all(
        Object.entries(versions).map(async ([name, version]) => {
          const loaded = packages.get(name);
          if (loaded?.release.version === version) return [name, loaded] as const;
          const release = await store.readManifest(name, version);
          return [name, { release, label: toReleaseLabel(release) }] as const;
        }),
      ),
    );
  } catch (error) {
    if (isSiteError(error)) return undefined;
    throw error;
  }
}

/** A package that differs between two sets. Its version is undefined for a set without it. */
export interface SetDifference {
  name: PackageName;
  before: string | undefined;
  after: string | undefined;
}

/** The packages that differ between two sets. */
export function toDifference(before: SetVersions | undefined, after: SetVersions): SetDifference[] {
  return Object.keys({ ...after, ...before })
    .filter((name) => before?.[name] !== after[name])
    .map((name) => ({ name, before: before?.[name], after: after[name] }));
}
