import { toWhen } from "../publishing/action-text.ts";
import { toDifference } from "../publishing/promote.ts";
import { type BesideSet, type Canary, listPins, pickShare } from "../releases/channels.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

/** What a revision changed beside the stable set, a sentence for each: canary, pins and previews. @param before the revision before it */
export function listBesideChanges(record: RevisionRecord, before: RevisionRecord | undefined): string[] {
  return [
    ...listCanaryChanges(record, before),
    ...listPinChanges(record, before),
    ...listPreviewChanges(record, before),
  ];
}

/** The releases of a set beside the stable one that the stable one does not have. */
function toReleases({ set }: BesideSet, stable: RevisionRecord["set"]): string {
  const own = toDifference(stable.versions, set.versions);
  return own.map(({ name, after }) => `${name}@${after ?? "none"}`).join(", ") || "the stable set";
}

function toShares({ percent, steps = [] }: Canary): string {
  return [`${percent} %`, ...steps.map((step) => `${step.percent} % from ${toWhen(step.from)} UTC`)].join(", ");
}

function listCanaryChanges(record: RevisionRecord, before: RevisionRecord | undefined): string[] {
  const [now, then] = [record.channels?.canary, before?.channels?.canary];
  // A promote of another package puts the canary on another stable set: it has the same releases of its own.
  const isSame = now && then && before && toReleases(now, record.set) === toReleases(then, before.set);
  const share = then && pickShare(then, new Date(record.at));
  if (isSame)
    return toShares(now) === toShares(then) ? [] : [`Canary: ${share ?? 0} % → ${toShares(now)} of the visitors`];
  return [
    ...(then && before ? [`Canary ended: ${toReleases(then, before.set)}, ${share ?? 0} % of the visitors`] : []),
    ...(now ? [`Canary: ${toReleases(now, record.set)}, ${toShares(now)} of the visitors`] : []),
  ];
}

function listPinChanges({ channels = {}, set, at }: RevisionRecord, before: RevisionRecord | undefined): string[] {
  const moment = new Date(at);
  const [now, then] = [channels, before?.channels ?? {}].map((one) => new Map(listPins(one, moment)));
  return [
    ...[...(now ?? [])]
      .filter(([name, { until }]) => then?.get(name)?.until !== until)
      .map(([name, { until }]) => `${name} stays at ${set.versions[name] ?? "its release"} until ${toWhen(until)} UTC`),
    ...[...(then ?? [])].filter(([name]) => !now?.has(name)).map(([name]) => `${name} can move again`),
  ];
}

function listPreviewChanges({ channels, set }: RevisionRecord, before: RevisionRecord | undefined): string[] {
  const [now, then] = [channels?.previews ?? {}, before?.channels?.previews ?? {}];
  return [
    ...Object.entries(now)
      .filter(([name, one]) => {
        const earlier = then[name];
        return !earlier || !before || toReleases(earlier, before.set) !== toReleases(one, set);
      })
      .map(([name, one]) => `Preview ${name}: ${toReleases(one, set)}`),
    ...Object.keys(then)
      .filter((name) => !Object.hasOwn(now, name))
      .map((name) => `Preview ${name} ended`),
  ];
}
