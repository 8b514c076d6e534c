import { isDeepStrictEqual } from "node:util";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { toReleaseLabel } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { type Channels, listPins, type PlannedChannels, toPlanned } from "../releases/channels.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

/** The stable set of a plan, and the canary, previews, pins and freeze beside it. */
export interface PlannedSets {
  versions: SetVersions;
  channels: PlannedChannels;
  /** The packages that a rollback leaves at their releases because they are pinned. */
  held?: PackageName[];
}

/** @throws SiteError `CHANNEL_FROZEN` */
export function assertNotFrozen({ freeze }: Pick<Channels, "freeze">): void {
  if (freeze) throw new SiteError("CHANNEL_FROZEN", freeze);
}

/** @throws SiteError `PACKAGE_PINNED` when the changes give a pinned package another release */
export function assertNotPinned(
  channels: Channels,
  before: SetVersions | undefined,
  changes: SetVersions,
  now: Date,
): void {
  const moved = listPins(channels, now).find(([name]) => (changes[name] ?? before?.[name]) !== before?.[name]);
  if (!moved) return;
  const [name, { why, until }] = moved;
  throw new SiteError("PACKAGE_PINNED", { name, why, until });
}

/** The packages that a canary changes. */
export function listCanaryPackages(stable: SetVersions, canary: SetVersions): PackageName[] {
  return Object.keys({ ...stable, ...canary }).filter((name) => stable[name] !== canary[name]);
}

/** The releases that a canary has in place of the stable ones, such as `content@1.0.0-3f2a`. */
export function listCanaryReleases(stable: SetVersions, canary: SetVersions): string[] {
  return listCanaryPackages(stable, canary).flatMap((name) => {
    const version = canary[name];
    return version === undefined ? [] : [toReleaseLabel({ name, version })];
  });
}

/**
 * The sets after a promote of some versions. The set of a canary of other packages gets them too.
 * @throws SiteError `CHANNEL_FROZEN`, `PACKAGE_PINNED`, `CANARY_RUNNING`
 */
export function toPromoted(before: RevisionRecord | undefined, changes: SetVersions, now: Date): PlannedSets {
  const channels = before?.channels ?? {};
  const stable = before?.set.versions ?? {};
  const versions = { ...stable, ...changes };
  const planned = toPlanned(channels);
  // A promote of live versions changes nothing, so no rule applies.
  if (Object.entries(changes).every(([name, version]) => stable[name] === version))
    return { versions, channels: planned };
  assertNotFrozen(channels);
  assertNotPinned(channels, stable, changes, now);
  if (!planned.canary) return { versions, channels: planned };
  const own = listCanaryPackages(stable, planned.canary.versions);
  if (own.some((name) => changes[name] !== undefined && changes[name] !== stable[name]))
    throw new SiteError("CANARY_RUNNING", { packages: own.join(", ") });
  return {
    versions,
    channels: { ...planned, canary: { ...planned.canary, versions: { ...planned.canary.versions, ...changes } } },
  };
}

/**
 * The sets after a rollback: without a canary, so that all visitors get the same set, and with pinned packages as they are.
 * @param name the one package that goes back
 * @throws SiteError `PACKAGE_PINNED` when that one is pinned, or when pins alone keep the rollback from changing anything
 */
export function toRolledBack(
  before: RevisionRecord | undefined,
  versions: SetVersions,
  name: PackageName | undefined,
  now: Date,
): PlannedSets {
  const channels = before?.channels ?? {};
  const { canary, ...others } = toPlanned(channels);
  const stable = before?.set.versions ?? {};
  const kept = listPins(channels, now).flatMap(([pinned]) => {
    const version = stable[pinned];
    return version === undefined ? [] : [[pinned, version] as const];
  });
  const planned = { ...versions, ...Object.fromEntries(kept) };
  if (name !== undefined || (!canary && isDeepStrictEqual(planned, stable)))
    assertNotPinned(channels, stable, versions, now);
  return {
    versions: planned,
    channels: others,
    held: kept.filter(([pinned, version]) => versions[pinned] !== version).map(([pinned]) => pinned),
  };
}
