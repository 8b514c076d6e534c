import { type Channels, pickShare } from "../src/server/releases/channels.ts";
import type { RevisionAction } from "../src/server/releases/release-records.ts";
import type { RevisionRecord } from "../src/server/releases/release-store.ts";
import { type SetDifference, toDifference } from "../src/server/publishing/promote.ts";
import { toColumns } from "./columns.ts";

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

/** What a revision is, such as `rollback of content to 9`. */
export function toActionText({ action }: Pick<RevisionRecord, "action">): string {
  if (!action) return "promote";
  if (action.kind !== "rollback") return words[action.kind];
  return `rollback${action.package === undefined ? "" : ` of ${action.package}`} to ${action.to}`;
}

/** One line for each package that changes, with its versions. */
export function toChangeLines(difference: readonly SetDifference[]): string[] {
  return toColumns(
    difference.map(({ name, before, after }) => [`  ${name}`, `${before ?? "(none)"} -> ${after ?? "(none)"}`]),
  );
}

/** What stands beside the stable set, a line for each fact; none where there is nothing. */
export function toChannelLines({ set, channels = {} }: Pick<RevisionRecord, "set" | "channels">, now: Date): string[] {
  const { canary, previews = {}, pins = {}, freeze, guards = [] }: Channels = channels;
  const toChange = (versions: Readonly<Record<string, string>>): string =>
    toDifference(set.versions, versions)
      .map(({ name, after }) => `${name}@${after ?? "(none)"}`)
      .join(" ") || "the stable set";
  const steps = canary?.steps?.filter(({ from }) => Date.parse(from) > now.getTime()) ?? [];
  return toColumns([
    ...(freeze ? [["frozen", `since ${toWhen(freeze.since)} UTC: ${freeze.why}`]] : []),
    ...(canary
      ? [
          [
            "canary",
            `${pickShare(canary, now)} % of visitors since ${toWhen(canary.since)} UTC: ${toChange(canary.set.versions)}`,
          ],
          ...steps.map(({ percent, from }) => ["", `${percent} % from ${toWhen(from)} UTC on`]),
        ]
      : []),
    ...Object.entries(previews).map(([name, one]) => [`preview/${name}`, toChange(one.set.versions)]),
    ...Object.entries(pins).map(([name, { until, why }]) => [
      "pinned",
      `${name} ${Date.parse(until) > now.getTime() ? "until" : "expired at"} ${toWhen(until)} UTC: ${why}`,
    ]),
    ...(guards.length > 0 ? [["guards", guards.map(({ owner }) => owner).join(", ")]] : []),
  ]);
}
