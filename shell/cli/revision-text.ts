import type { SetDifference } from "../src/server/publishing/promote.ts";
import type { RevisionRecord } from "../src/server/releases/release-store.ts";
import { toColumns } from "./columns.ts";

/** `2026-11-22 11:40`, of an ISO 8601 time in UTC. */
export function toWhen(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`;
}

/** What a revision is, such as `rollback of content to 9`. */
export function toActionText({ action }: Pick<RevisionRecord, "action">): string {
  if (action?.kind !== "rollback") return "promote";
  return `rollback${action.package === undefined ? "" : ` of ${action.package}`} to ${action.to}`;
}

/** One line for each package that changes, with its versions. */
export function toChangeLines(difference: readonly SetDifference[]): string[] {
  return toColumns(
    difference.map(({ name, before, after }) => [`  ${name}`, `${before ?? "(none)"} -> ${after ?? "(none)"}`]),
  );
}
