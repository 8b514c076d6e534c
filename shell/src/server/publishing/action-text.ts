import type { RevisionAction } from "../releases/release-records.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

/** `2026-11-22 11:40`, of an ISO 8601 time in UTC. */
export function toWhen(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`;
}

const words: Record<Exclude<RevisionAction["kind"], "rollback">, string> = {
  promote: "promote",
  "canary-start": "canary started",
  "canary-share": "canary share",
  "canary-stop": "canary stopped",
  "canary-return": "canary returned",
  preview: "preview",
  "preview-end": "preview ended",
  pin: "pin",
  unpin: "unpin",
  freeze: "freeze",
  thaw: "thaw",
  guard: "guard named",
  unguard: "guard removed",
};

const doneTexts: Partial<Record<RevisionAction["kind"], string>> = {
  promote: "This is live already",
  rollback: "This is live already",
  "canary-share": "The canary has this share already",
  preview: "The preview shows these releases already",
  unpin: "The package is not pinned",
  freeze: "The channel is frozen already",
  thaw: "The channel is not frozen",
  unguard: "No server of that key may return a canary",
};

/** Says why an action changes nothing. */
export function toDoneText({ kind }: RevisionAction): string {
  return doneTexts[kind] ?? "Nothing would change";
}

/** What a revision is, such as `rollback of content to 9`. */
export function toActionText({ action }: Pick<RevisionRecord, "action">): string {
  if (!action) return "promote";
  if (action.kind !== "rollback") return words[action.kind];
  return `rollback${action.package === undefined ? "" : ` of ${action.package}`} to ${action.to}`;
}
