import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { type SetDifference, toDifference } from "../publishing/promote.ts";
import type { RevisionRecord } from "../releases/release-store.ts";
import type { ConsoleSources } from "./console-sources.ts";

/** A revision with what it changed in the stable set. */
export interface TimelineEntry {
  record: RevisionRecord;
  /** The record before it, where it can be read. */
  before: RevisionRecord | undefined;
  changes: SetDifference[];
}

export interface Timeline {
  /** Newest first. */
  entries: TimelineEntry[];
  /** The newest revision that is not shown, being older; undefined when there is none. */
  earlier: number | undefined;
  /** The stable set that is live. */
  live: ReleaseSet | undefined;
}

/** Revisions on one page. */
const pageLength = 20;

/** A page of the history. @param until the newest revision on it; the newest of all without it */
export async function readTimeline({ store }: Pick<ConsoleSources, "store">, until?: number): Promise<Timeline> {
  const newest = await store.revision();
  const last = Math.min(until ?? newest, newest);
  // One record more than is shown: it is needed to tell what the oldest shown record changed.
  const records = await store.history({ last: newest - last + pageLength + 1, onUnreadable: () => undefined });
  const all = records.filter(({ set }) => set.revision <= last);
  const shown = all.slice(-pageLength);
  const start = all.length - shown.length;
  const entries = shown.map((record, index) => {
    const before = all[start + index - 1];
    return { record, before, changes: toDifference(before?.set.versions, record.set.versions) };
  });
  return { entries: entries.toReversed(), earlier: all[start - 1]?.set.revision, live: records.at(-1)?.set };
}

/** What was done after a revision, newest first. */
export async function readSince({ store }: Pick<ConsoleSources, "store">, after: number): Promise<TimelineEntry[]> {
  const newest = await store.revision();
  const records = await store.history({
    last: Math.min(newest - after, pageLength) + 1,
    onUnreadable: () => undefined,
  });
  const entries = records.flatMap((record, index) => {
    const before = records[index - 1];
    return before && record.set.revision > after
      ? [{ record, before, changes: toDifference(before.set.versions, record.set.versions) }]
      : [];
  });
  return entries.toReversed();
}
