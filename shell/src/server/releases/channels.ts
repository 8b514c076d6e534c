import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseSet, SetVersions } from "@site/contracts/releases/release-set";
import { bucketCount } from "../visitor/bucket.ts";
import type { StoredChannels } from "./stored-channels.ts";
import type { StoredSet } from "./stored-set.ts";

/** A later share of a canary. */
export interface ShareStep {
  /** The share of visitors, in percent. */
  percent: number;
  /** From when on: UTC, ISO 8601. */
  from: string;
}

/** Which visitors get a canary, by their buckets. */
export interface CanaryShare {
  /** The share of visitors at the beginning, in percent. */
  percent: number;
  /** The first bucket of the share. */
  first: number;
  /** Later shares, ascending by their moments. */
  steps?: readonly ShareStep[];
}

/** A set beside the stable one. */
export interface BesideSet {
  set: ReleaseSet;
  /** Since when it is what it is: UTC, ISO 8601. */
  since: string;
}

/** A set that a share of the visitors gets. */
export interface Canary extends BesideSet, CanaryShare {}

/** A package that stays at its release. */
export interface Pin {
  why: string;
  /** Until when: UTC, ISO 8601. */
  until: string;
}

/** A server that may return the canary to the stable set. */
export interface Guard {
  owner: string;
  /** 64 hexadecimal digits. */
  publicKey: string;
}

/** What stands beside the stable set of a record, apart from sets. */
interface Holds {
  pins?: Readonly<Record<PackageName, Pin>>;
  /** While it is there, nothing moves but rollbacks. */
  freeze?: { why: string; since: string };
  guards?: readonly Guard[];
}

/** What stands beside the stable set of a record, verified. */
export interface Channels extends Holds {
  canary?: Canary;
  /** Sets that no visitor is assigned to, by name. */
  previews?: Readonly<Record<string, BesideSet>>;
}

/** A set beside the stable one, by the versions of its packages, as an operator wants it. */
export interface PlannedSet {
  versions: SetVersions;
  since: string;
}

/** What is to stand beside the stable set. */
export interface PlannedChannels extends Holds {
  canary?: PlannedSet & CanaryShare;
  previews?: Readonly<Record<string, PlannedSet>>;
}

/** The channels of a record. @param verify gives the verified set, or throws */
export function toChannels(
  stored: StoredChannels | undefined,
  verify: (set: StoredSet, verdict: unknown) => ReleaseSet,
): Channels | undefined {
  if (!stored) return undefined;
  const { canary, previews, ...holds } = stored;
  const toBeside = <T extends { set: StoredSet; verdict: unknown }>({ set, verdict, ...rest }: T) => ({
    ...rest,
    set: verify(set, verdict),
  });
  return {
    ...holds,
    ...(canary && { canary: toBeside(canary) }),
    ...(previews && {
      previews: Object.fromEntries(Object.entries(previews).map(([name, one]) => [name, toBeside(one)])),
    }),
  };
}

/** Channels as they are, for a plan that changes some of them. */
export function toPlanned({ canary, previews, ...holds }: Channels): PlannedChannels {
  return {
    ...holds,
    ...(canary && { canary: toPlannedSet(canary) }),
    ...(previews && {
      previews: Object.fromEntries(Object.entries(previews).map(([name, one]) => [name, toPlannedSet(one)])),
    }),
  };
}

function toPlannedSet<T extends BesideSet>({ set, ...rest }: T) {
  return { ...rest, versions: set.versions };
}

/** The smaller of two shares of a canary as they are now, without later ones. */
export function toSmallerShare(one: CanaryShare, other: CanaryShare): CanaryShare {
  const now = new Date();
  return { percent: Math.min(pickShare(one, now), pickShare(other, now)), first: one.first };
}

/** The share of visitors that a canary has at a moment, in percent. */
export function pickShare({ percent, steps = [] }: CanaryShare, now: Date): number {
  return steps.findLast(({ from }) => Date.parse(from) <= now.getTime())?.percent ?? percent;
}

/** Whether a bucket belongs to a share. Buckets that belong to a share belong to each larger one. */
export function isInShare(bucket: number, first: number, percent: number): boolean {
  return (bucket - first + bucketCount) % bucketCount < percent;
}

/** The pins that are in force at a moment. */
export function listPins({ pins = {} }: Pick<Channels, "pins">, now: Date): [name: PackageName, pin: Pin][] {
  return Object.entries(pins).filter(([, { until }]) => Date.parse(until) > now.getTime());
}

/** Every set that a record names, the stable one first. */
export function listSets({ set, channels }: { set: ReleaseSet; channels?: Channels }): ReleaseSet[] {
  const { canary, previews = {} } = channels ?? {};
  return [set, ...(canary ? [canary.set] : []), ...Object.values(previews).map((one) => one.set)];
}
