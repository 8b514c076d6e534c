import { type Channels, pickShare } from "../../src/server/releases/channels.ts";
import type { RevisionRecord } from "../../src/server/releases/release-store.ts";
import { toWhen } from "../../src/server/publishing/action-text.ts";
import { type Move, type SetDifference, toDifference } from "../../src/server/publishing/promote.ts";
import { findRepeated } from "../../src/server/publishing/repeated-rollback.ts";
import { toColumns } from "../command-line/columns.ts";

/** One line for each changed package, with its versions. */
export function toChangeLines(difference: readonly SetDifference[]): string[] {
  return toColumns(
    difference.map(({ name, before, after }) => [`  ${name}`, `${before ?? "(none)"} -> ${after ?? "(none)"}`]),
  );
}

/** One line for each pinned package that a rollback does not change. */
export function toHeldLines({ held, channels: { pins = {} } }: Pick<Move, "held" | "channels">): string[] {
  return held.map((name) => {
    const { until = "", why = "" } = pins[name] ?? {};
    return `  ${name} stays, pinned until ${toWhen(until)} UTC: ${why}`;
  });
}

/** A line for a rollback of releases that the newest revision has rolled back already, with the command that undoes the second rollback. */
export function toRepeatedLines(move: Pick<Move, "action" | "before" | "difference">): string[] {
  const repeated = findRepeated(move);
  if (!repeated) return [];
  const { revision, text } = repeated;
  const back = `site rollback --to ${revision}`;
  return [`  revision ${revision} ${text}: if that was enough, ${back} takes this one back`];
}

/** The canary, previews and other facts beside the stable set, one line each. */
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
