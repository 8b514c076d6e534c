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

/** Why a revision is made. Kept in the history, with the owner of the key that signs it. */
export interface MoveNote {
  why: string;
  /** Checks a set that has no verdict yet. Without this function such a set is refused. */
  checkSet?(packages: LoadedPackages, live: LoadedPackages): Promise<VerdictScope>;
}

/** A move of the channel that was checked and not carried out yet. */
export interface Move {
  /** The revision that the plan is based on. It is carried out only while this one is the newest. */
  expected: number;
  before: RevisionRecord | undefined;
  versions: SetVersions;
  action: RevisionAction;
  /** What it changes in the stable set. */
  difference: SetDifference[];
  /** What stands beside the stable set from then on. */
  channels: PlannedChannels;
  /** The packages that a rollback would move, and that stay because they are pinned. */
  held: PackageName[];
  /** Whether all is as it would be already. */
  isDone: boolean;
}

/**
 * Checks what a promote would make live: the given versions, with the other packages' as they are. A canary of other packages goes on.
 * @param expected the revision that the operator expects to be the newest; without it, the newest one
 * @throws SiteError `REVISION_CONFLICT` when the channel is not at it, `RELEASE_NOT_FOUND` for a version not in the store,
 * `RELEASE_*` for one that does not verify, `RELEASE_REFUSED` for one that is incompatible with the others, `SET_INCOMPLETE` when the set lacks a package
 * that the layout needs, `RECORD_REVOKED` when it lacks one and nothing may be taken from the newest record, `CHANNEL_FROZEN`, `PACKAGE_PINNED`, `CANARY_RUNNING` when it names a package of the canary
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
 * Checks what a rollback would make live: the set before on the line of promotes, or that of a named revision; or one
 * package's version in it, with the others as they are. It ends the canary, so that all visitors get the same set. Pinned packages stay.
 * @throws SiteError `ROLLBACK_IMPOSSIBLE` when there is nothing to go back to, `PACKAGE_PINNED` for the named package or when pins alone keep it from changing
 * anything, and what `planPromote` throws of releases and sets
 */
export async function planRollback(
  store: ReleaseStore,
  target: { package?: PackageName; revision?: number },
): Promise<Move> {
  // Before the history is read, which takes a while: a revision that is made meanwhile is a conflict, and not undone by the rollback.
  // Not from the verified records: a rollback to a named revision must also work after a newest record that does not verify.
  const expected = await store.revision();
  await assertNotPutBack(store);
  const records = await store.history();
  const plan = findRollback(records, target);
  const { package: name } = target;
  const newest = records.at(-1);
  if (!plan) {
    throw new SiteError("ROLLBACK_IMPOSSIBLE", {
      what: [name ?? "the set", target.revision === undefined ? "" : ` at revision ${target.revision}`].join(""),
      advice: target.revision === undefined ? toCanaryAdvice(newest, name) : "",
    });
  }
  const before = newest?.set.revision === expected ? newest : undefined;
  const sets = toRolledBack(newest, plan.versions, name, new Date());
  const wasLive = records.some(({ set }) => isDeepStrictEqual({ ...set.versions }, { ...sets.versions }));
  const action = { kind: "rollback", to: plan.to, ...(name === undefined ? {} : { package: name }) } as const;
  try {
    return await planMove(store, { before, expected }, sets, action, wasLive);
  } catch (error) {
    if (!(error instanceof ReleaseRefusal) || name === undefined) throw error;
    throw new ReleaseRefusal(
      error.problems,
      `The others of the live set were never live with it. site rollback --to ${plan.to} takes back the whole set.`,
    );
  }
}

/** What to do where there is nothing to go back to, and a canary has the releases that are to go: empty without such a canary. */
function toCanaryAdvice(newest: RevisionRecord | undefined, name: PackageName | undefined): string {
  const { canary } = newest?.channels ?? {};
  const packages = newest && canary ? listCanaryPackages(newest.set.versions, canary.set.versions) : [];
  if (name === undefined ? packages.length === 0 : !packages.includes(name)) return "";
  return `A canary of ${packages.join(", ")} is under way: site canary stop takes it back from its visitors. `;
}

/** @throws SiteError `CHANNEL_ROLLED_BACK`, `CHANNEL_FORKED` in a store that was put back to an earlier state: what is live on servers is none of its revisions */
async function assertNotPutBack(store: ReleaseStore): Promise<void> {
  try {
    await store.current();
  } catch (error) {
    if (isSiteError(error, "CHANNEL_ROLLED_BACK") || isSiteError(error, "CHANNEL_FORKED")) throw error;
  }
}

/**
 * Carries out a plan. One that changes nothing adds no revision and returns the live one.
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

/** The sets that a plan names, each once. */
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
 * Checks the sets of a plan that are new: each has to be complete, and its releases compatible.
 * @param wasLive whether this very stable set was live earlier. What its releases lacked of each other they lacked then, so it is not compared
 * with what is live now: one that began to send what another one heard already can always be taken back
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
  // A set that stays as it is need not verify: with a live release whose key was revoked, a canary is ended all the same.
  const stays = (one: SetVersions): boolean =>
    (one === versions ? [stable] : beside).some((set) => set && isDeepStrictEqual(set.versions, one));
  for (const one of listPlanned(versions, channels)) {
    if (stays(one)) continue;
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
 * The set before, for comparing: releases that stay as they are loaded, of the others only the manifest. Undefined when one of them
 * cannot be read, as after its key was revoked: it has to be possible to replace it.
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

/** What differs between two sets: package, before, after. */
export function toDifference(before: SetVersions | undefined, after: SetVersions): SetDifference[] {
  return Object.keys({ ...after, ...before })
    .filter((name) => before?.[name] !== after[name])
    .map((name) => ({ name, before: before?.[name], after: after[name] }));
}
