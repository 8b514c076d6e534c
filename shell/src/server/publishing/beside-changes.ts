import { toWhen } from "./action-text.ts";
import { type Move, toDifference } from "./promote.ts";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { type CanaryShare, listPins, type PlannedChannels, pickShare, toPlanned } from "../releases/channels.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

/** The stable set and the channels of a record or a plan, at a moment. */
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

/** The changes of canary, pins and previews in a revision, a sentence for each. @param before the previous revision */
export function listBesideChanges(record: RevisionRecord, before: RevisionRecord | undefined): string[] {
  return listChanges(toBeside(record), before && toBeside(before));
}

/** The changes of canary, pins and previews in a plan, in the sentences of {@link listBesideChanges}. */
export function listPlannedBesideChanges(
  { versions, channels, before }: Pick<Move, "versions" | "channels" | "before">,
  now: Date,
): string[] {
  return listChanges({ versions, channels, at: now.toISOString() }, before && toBeside(before));
}

function listChanges(now: Beside, before: Beside | undefined): string[] {
  return [...listCanaryChanges(now, before), ...listPinChanges(now, before), ...listPreviewChanges(now, before)];
}

/** The releases of a canary or preview that the stable set does not have. */
function toReleases(set: { versions: SetVersions }, stable: SetVersions): string {
  const own = toDifference(stable, set.versions);
  return own.map(({ name, after }) => `${name}@${after ?? "none"}`).join(", ") || "the stable set";
}

function toShares({ percent, steps = [] }: CanaryShare): string {
  return [`${percent} %`, ...steps.map((step) => `${step.percent} % from ${toWhen(step.from)} UTC`)].join(", ");
}

function listCanaryChanges(record: Beside, before: Beside | undefined): string[] {
  const [now, then] = [record.channels.canary, before?.channels.canary];
  // A promote of another package changes the set of the canary, and not its own releases.
  const isSame = now && then && before && toReleases(now, record.versions) === toReleases(then, before.versions);
  const share = then && pickShare(then, new Date(record.at));
  if (isSame) return listShareChanges(now, then, record.at);
  return [
    ...(then && before ? [`Canary ends: ${toReleases(then, before.versions)}, ${share ?? 0} % of the visitors`] : []),
    ...(now ? [`Canary: ${toReleases(now, record.versions)}, ${toShares(now)} of the visitors`] : []),
  ];
}

/** How a freeze, or a change of the share, changes a canary whose releases stay. After either, the share does not grow by itself any more. */
function listShareChanges(now: CanaryShare, then: CanaryShare, at: string): string[] {
  if (toShares(now) === toShares(then)) return [];
  const share = pickShare(then, new Date(at));
  const grew = (then.steps ?? []).some(({ from }) => Date.parse(from) > Date.parse(at));
  const ending = grew ? ", and grows no more by itself" : "";
  if (now.percent !== share) return [`Canary: ${share} % → ${now.percent} % of the visitors${ending}`];
  return grew ? [`Canary: stays at ${share} % of the visitors${ending}`] : [];
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
