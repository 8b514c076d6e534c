import { SiteError } from "@site/contracts/errors";
import type { ReleaseHealth } from "../health/release-health.ts";
import type { FailingRelease } from "../live/failing-remotes.ts";
import { type SetDifference, toDifference } from "../publishing/promote.ts";
import { listPins, pickShare, type Pin, type ShareStep } from "../releases/channels.ts";
import type { RevisionRecord } from "../releases/release-store.ts";
import type { ServedRevision } from "../releases/storage/server-list.ts";
import type { ConsoleSources } from "./console-sources.ts";
import { isRevoked } from "./is-revoked.ts";

/** A package of the stable set. */
export interface LivePackage {
  name: string;
  version: string;
  /** The revision that made this version live; undefined when it is older than the records that were read. */
  since: RevisionRecord | undefined;
  pin: Pin | undefined;
  /** Whether a key that it was signed with was revoked since. */
  isRevoked: boolean;
  /** What this server cannot render of it; undefined when it renders. */
  failing: FailingRelease | undefined;
}

/** The set that a share of the visitors gets. */
export interface ShownCanary {
  percent: number;
  since: string;
  /** Shares to come. */
  steps: readonly ShareStep[];
  changes: SetDifference[];
  /** Those of its releases that were signed with a key that was revoked since: no operator can promote it. */
  revoked: string[];
  /** What visitors met of the releases that differ: of the stable one, and of the canary's. */
  health: readonly { name: string; stable: ReleaseHealth | undefined; canary: ReleaseHealth | undefined }[];
}

/** What is live, where, and since when. */
export interface Overview {
  record: RevisionRecord;
  packages: LivePackage[];
  canary: ShownCanary | undefined;
  /** The newest release of each package, where it was admitted after the live one and no visitor gets it. */
  waiting: { name: string; version: string; at: string; isRevoked: boolean }[];
  previews: { name: string; since: string; changes: SetDifference[] }[];
  servers: Omit<ServedRevision, "site">[];
  /** Whether the store lists its servers; one of files does not, and this server stands alone. */
  hasServerList: boolean;
}

/** Records that are read to find since when a version is live. */
const maxRecords = 200;

/** @throws SiteError `STORE_EMPTY`, and why the store cannot be read */
export async function readOverview(
  { store, live, health, status }: ConsoleSources,
  now = new Date(),
): Promise<Overview> {
  const [record, records, releases] = await Promise.all([
    store.current(),
    store.history({ last: maxRecords, onUnreadable: () => undefined }),
    store.releases(),
  ]);
  if (!record) throw new SiteError("STORE_EMPTY", {});
  const pins = new Map(listPins(record.channels ?? {}, now));
  return {
    record,
    packages: await Promise.all(
      Object.entries(record.set.versions).map(async ([name, version]) => ({
        name,
        version,
        since: findSince(records, name, version),
        pin: pins.get(name),
        isRevoked: await isRevoked(store, name, version),
        failing: live.failing().find(({ release }) => release === `${name}@${version}`),
      })),
    ),
    canary: await toShownCanary(store, record, health.list(), now),
    waiting: await Promise.all(
      listWaiting(record, releases).map(async (one) => ({
        ...one,
        isRevoked: await isRevoked(store, one.name, one.version),
      })),
    ),
    previews: Object.entries(record.channels?.previews ?? {}).map(([name, { set, since }]) => ({
      name,
      since,
      changes: toDifference(record.set.versions, set.versions),
    })),
    servers: (await store.servers?.list()) ?? [
      { server: "this server", live: status().live, lag: status().lag, at: now.toISOString() },
    ],
    hasServerList: store.servers !== undefined,
  };
}

function listWaiting(
  { set, channels }: RevisionRecord,
  releases: Awaited<ReturnType<ConsoleSources["store"]["releases"]>>,
): Omit<Overview["waiting"][number], "isRevoked">[] {
  return Object.entries(set.versions).flatMap(([name, live]) => {
    const all = releases
      .filter((one) => one.name === name)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const newest = all.at(-1);
    const isSeen = newest?.version === live || newest?.version === channels?.canary?.set.versions[name];
    return newest && !isSeen ? [{ name, version: newest.version, at: newest.at.toISOString() }] : [];
  });
}

/** The first record from which on every record has this version of the package. */
function findSince(records: readonly RevisionRecord[], name: string, version: string): RevisionRecord | undefined {
  const before = records.findLastIndex(({ set }) => set.versions[name] !== version);
  // Without a record that lacks it, the version is older than what was read, unless the history itself begins there.
  return before === -1 && records[0]?.set.revision !== 1 ? undefined : records[before + 1];
}

async function toShownCanary(
  store: ConsoleSources["store"],
  { set, channels }: RevisionRecord,
  health: readonly ReleaseHealth[],
  now: Date,
): Promise<ShownCanary | undefined> {
  const canary = channels?.canary;
  if (!canary) return undefined;
  const changes = toDifference(set.versions, canary.set.versions);
  const find = (name: string, version: string | undefined): ReleaseHealth | undefined =>
    health.find((one) => one.remote === name && one.version === version);
  const revoked: string[] = [];
  for (const { name, after } of changes)
    if (after !== undefined && (await isRevoked(store, name, after))) revoked.push(`${name}@${after}`);
  return {
    percent: pickShare(canary, now),
    since: canary.since,
    steps: (canary.steps ?? []).filter(({ from }) => Date.parse(from) > now.getTime()),
    changes,
    revoked,
    health: changes.map(({ name, before, after }) => ({ name, stable: find(name, before), canary: find(name, after) })),
  };
}
