import { toDifference } from "../src/server/release/promote.ts";
import type { RevisionRecord } from "../src/server/release/release-store.ts";

/** A revision in a sentence, with what it changed. */
export function toMoveSentence(record: RevisionRecord, before: RevisionRecord | undefined): string {
  const difference = toDifference(before?.set.versions, record.set.versions);
  const lines = difference.map((one) => `  ${one.name}  ${one.before ?? "(none)"} -> ${one.after ?? "(none)"}`);
  return [`revision ${record.set.revision} is live: set ${record.set.id}`, ...lines].join("\n");
}
