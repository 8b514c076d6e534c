import type { PackageName } from "@site/contracts/names/package-name";
import { toLine } from "./promote-line.ts";
import { listSets } from "../releases/channels.ts";
import type { RevisionRecord, StoredRelease } from "../releases/release-store.ts";

/** Days for which a release is kept after it was last live, or admitted: open tabs still request its files. */
export const keptDays = 7;

/** How many consecutive rollbacks must find their releases. */
export const keptRollbacks = 10;

/** A release of the store, and why it is kept or removed. */
export interface CollectedRelease {
  name: PackageName;
  version: string;
  why: string;
}

export interface CollectionPlan {
  stay: CollectedRelease[];
  go: CollectedRelease[];
}

const dayMs = 86_400_000;

/**
 * Decides which releases of a store stay: those of the live set, of the canary and of previews, those that the next {@link keptRollbacks} rollbacks need, and those that
 * were live or admitted in the last {@link keptDays} days. The others are removed.
 * @param records the whole history, oldest first
 */
export function planCollection(
  records: readonly RevisionRecord[],
  releases: readonly StoredRelease[],
  now: Date,
): CollectionPlan {
  const places = listPlaces(records.at(-1));
  const line = listLineLabels(records);
  const liveUntil = readLiveUntil(records);
  const oldest = now.getTime() - keptDays * dayMs;
  const plan: CollectionPlan = { stay: [], go: [] };
  for (const { name, version, at } of releases) {
    const label = toLabel(name, version);
    const until = liveUntil.get(label);
    const stays =
      places.get(label) ||
      (line.has(label) && "a rollback goes back to it") ||
      (until !== undefined && until > oldest && `live until ${toDay(until)}`) ||
      (at.getTime() > oldest && `admitted ${toDay(at.getTime())}`);
    if (stays) plan.stay.push({ name, version, why: stays });
    else
      plan.go.push({
        name,
        version,
        why: until === undefined ? `never live, admitted ${toDay(at.getTime())}` : `not live since ${toDay(until)}`,
      });
  }
  return plan;
}

/** Where the releases of a record are shown, by label: those of the stable set are live for every visitor, the others for some. */
function listPlaces(record: RevisionRecord | undefined): Map<string, string> {
  const places = new Map<string, string>();
  const { canary, previews = {} } = record?.channels ?? {};
  const sets: [place: string, set: RevisionRecord["set"] | undefined][] = [
    ["live", record?.set],
    ["in the canary", canary?.set],
    ...Object.entries(previews).map(([name, { set }]): [string, RevisionRecord["set"]] => [
      `in the preview ${name}`,
      set,
    ]),
  ];
  for (const [place, set] of sets)
    for (const [name, version] of Object.entries(set?.versions ?? {})) {
      const label = toLabel(name, version);
      if (!places.has(label)) places.set(label, place);
    }
  return places;
}

/** Labels of each package's live version and of those that rollbacks of the package or of the set need. */
function listLineLabels(records: readonly RevisionRecord[]): Set<string> {
  const labels = new Set<string>();
  const counts = new Map<PackageName, number>();
  for (const { name, version } of toLine(records).toReversed()) {
    const count = counts.get(name) ?? 0;
    if (version !== undefined && count <= keptRollbacks) labels.add(toLabel(name, version));
    counts.set(name, count + 1);
  }
  return labels;
}

/** When each release was live for the last time, in milliseconds; Infinity for a live one. */
function readLiveUntil(records: readonly RevisionRecord[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    const next = records[index + 1];
    // The clocks of operators differ: take the later of both times.
    const until = next ? Math.max(Date.parse(next.at), Date.parse(record.at)) : Infinity;
    for (const label of toLabels([record])) found.set(label, Math.max(found.get(label) ?? 0, until));
  }
  return found;
}

function toLabels(records: readonly RevisionRecord[]): Set<string> {
  return new Set(
    records
      .flatMap(listSets)
      .flatMap(({ versions }) => Object.entries(versions).map(([name, version]) => toLabel(name, version))),
  );
}

function toLabel(name: PackageName, version: string): string {
  return `${name}@${version}`;
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
