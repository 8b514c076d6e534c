import { toWhen } from "./action-text.ts";
import { type Move, toDifference } from "./promote.ts";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { type CanaryShare, listPins, type PlannedChannels, pickShare, toPlanned } from "../releases/channels.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

/** A stable set and what stands beside it, at a moment: of a record, or of a plan. */
interface Beside {
  versions: SetVersions;
  channels: PlannedChannels;
  at: string;
}

const toBeside = ({ set, channels = {}, at }: RevisionRecord): Beside => ({
  versions: set.versions,
  channels: toPlanned(channels),
  at,
});

/** What a revision changes beside the stable set, a sentence for each: canary, pins and previews. @param before the revision before it */
export function listBesideChanges(record: RevisionRecord, before: RevisionRecord | undefined): string[] {
  return listChanges(toBeside(record), before && toBeside(before));
}

/** What a plan would change beside the stable set, as {@link listBesideChanges} says it of a revision. */
export function listPlannedBesideChanges(
  { versions, channels, before }: Pick<Move, "versions" | "channels" | "before">,
  now: Date,
): string[] {
  return listChanges({ versions, channels, at: now.toISOString() }, before && toBeside(before));
}

function listChanges(now: Beside, before: Beside | undefined): string[] {
  return [...listCanaryChanges(now, before), ...listPinChanges(now, before), ...listPreviewChanges(now, before)];
}

/** The releases of a set beside the stable one that the stable one does not have. */
function toReleases(set: { versions: SetVersions }, stable: SetVersions): string {
  const own = toDifference(stable, set.versions);
  return own.map(({ name, after }) => `${name}@${after ?? "none"}`).join(", ") || "the stable set";
}

function toShares({ percent, steps = [] }: CanaryShare): string {
  return [`${percent} %`, ...steps.map((step) => `${step.percent} % from ${toWhen(step.from)} UTC`)].join(", ");
}

function listCanaryChanges(record: Beside, before: Beside | undefined): string[] {
  const [now, then] = [record.channels.canary, before?.channels.canary];
  // A promote of another package puts the canary on another stable set: it has the same releases of its own.
  const isSame = now && then && before && toReleases(now, record.versions) === toReleases(then, before.versions);
  const share = then && pickShare(then, new Date(record.at));
  if (isSame)
    return toShares(now) === toShares(then) ? [] : [`Canary: ${share ?? 0} % → ${toShares(now)} of the visitors`];
  return [
    ...(then && before ? [`Canary ends: ${toReleases(then, before.versions)}, ${share ?? 0} % of the visitors`] : []),
    ...(now ? [`Canary: ${toReleases(now, record.versions)}, ${toShares(now)} of the visitors`] : []),
  ];
}

function listPinChanges({ channels, versions, at }: Beside, before: Beside | undefined): string[] {
  const moment = new Date(at);
  const [now, then] = [channels, before?.channels ?? {}].map((one) => new Map(listPins(one, moment)));
  return [
    ...[...(now ?? [])]
      .filter(([name, { until }]) => then?.get(name)?.until !== until)
      .map(([name, { until }]) => `${name} stays at ${versions[name] ?? "its release"} until ${toWhen(until)} UTC`),
    ...[...(then ?? [])].filter(([name]) => !now?.has(name)).map(([name]) => `${name} can move again`),
  ];
}

function listPreviewChanges({ channels, versions }: Beside, before: Beside | undefined): string[] {
  const [now, then] = [channels.previews ?? {}, before?.channels.previews ?? {}];
  return [
    ...Object.entries(now)
      .filter(([name, one]) => {
        const earlier = then[name];
        return !earlier || !before || toReleases(earlier, before.versions) !== toReleases(one, versions);
      })
      .map(([name, one]) => `Preview ${name}: ${toReleases(one, versions)}`),
    ...Object.keys(then)
      .filter((name) => !Object.hasOwn(now, name))
      .map((name) => `Preview ${name} ends`),
  ];
}
