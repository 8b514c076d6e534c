import { describeUnfilled, findFilled, listNeeds, listProviders, type Manifests, type Need } from "./contract-needs.ts";
import type { CheckedSet, SetFinding } from "./release-check.ts";

/**
 * What the releases of a set use of each other and the set does not have, although the set before it had: a slot without its island or
 * variant, an event or a field of it that is no longer sent, a request that is no longer answered. Slots are also found when they are
 * new. What was missing before is no problem of this set, and neither is an event that is not sent yet.
 */
export function findBrokenNeeds({
  releases,
  before = new Map(),
}: Pick<CheckedSet, "releases" | "before">): SetFinding[] {
  const changed = new Set(
    [...releases].flatMap(([name, { label }]) => (before.get(name)?.label === label ? [] : name)),
  );
  // Of releases that stay beside each other, every need is filled as it was before.
  if (changed.size === 0) return [];
  return [...releases].flatMap(([name, { release, label }]) => {
    const isNew = changed.has(name);
    const broken = listNeeds(release).filter((need) => isBroken(need, { isNew, releases, before }));
    return broken
      .filter((need) => !isPartOfAnother(need, broken))
      .map((need): SetFinding => {
        const [provider] = listProviders(need, before).filter((one) => changed.has(one));
        const found = provider === undefined ? undefined : releases.get(provider);
        return {
          release: (found ?? { label }).label,
          problem: describeUnfilled(need, label, releases),
          change: found && provider !== undefined ? toChange(need, name, provider) : toOwnChange(need),
        };
      });
  });
}

function isBroken(
  need: Need,
  { isNew, releases, before }: { isNew: boolean; releases: Manifests; before: Manifests },
): boolean {
  if (findFilled(need, releases) !== "unfilled") return false;
  // The check of renderings knows whether the owner's package has to be in the set.
  if (need.kind === "slot" && isNew && releases.has(need.owner)) return true;
  return findFilled(need, before) === "filled";
}

/** A field of an event that is not sent at all is found with the event. */
function isPartOfAnother(need: Need, broken: readonly Need[]): boolean {
  return (
    need.kind === "event" &&
    need.field !== undefined &&
    broken.some((one) => one.kind === "event" && one.event === need.event && one.field === undefined)
  );
}

function toChange(need: Need, name: string, provider: string): string {
  // What a release uses of itself can be mended in that release alone.
  if (name === provider)
    return need.kind === "slot"
      ? `Keep it, or take its slot out of ${need.where}.`
      : `${need.kind === "event" ? "Send" : "Hear"} it as before, or do without it.`;
  const kept = {
    slot: `Keep it in ${provider}, or promote a release of ${name} that does not ask for it first.`,
    event: `Send it from ${provider}, or promote a release of ${name} that does without it first.`,
    request: `Hear it in ${provider}, or promote a release of ${name} that does not send it first.`,
  };
  return kept[need.kind];
}

function toOwnChange(need: Need): string {
  return need.kind === "slot"
    ? "Name an island and a variant that are there, or promote the release that has them first."
    : "Do without it, or promote a release that has it first.";
}
