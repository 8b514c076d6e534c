import { describeUnfilled, findFilled, listNeeds, listProviders, type Manifests, type Need } from "./contract-needs.ts";
import { findQuoted } from "./find-message-line.ts";
import { sendsUnknownField } from "./find-unknown-fields.ts";
import { isAnnounced, listOffers, toOfferKeys, toRemoval } from "./offers.ts";
import type { CheckedRelease, CheckedSet, EmptySlot, NeedsSet, Place, SetFinding } from "./release-check.ts";
import type { PackageName } from "../src/names/package-name.ts";

/** A need of a package that the set does not fill, and the changed package that filled it before. */
interface BrokenNeed {
  need: Need;
  user: PackageName;
  provider: PackageName | undefined;
}

/**
 * Needs between releases of a set that the previous set filled and this one does not: a slot without its island or variant, an event or a field
 * that is no longer sent, a request that is no longer answered. Slots are also reported when they are new. Other needs that the previous set did not
 * fill are not reported, such as an event that no package sends yet.
 */
function listBrokenNeeds({ releases, before = new Map() }: Pick<CheckedSet, "releases" | "before">): BrokenNeed[] {
  const changed = new Set(
    [...releases].flatMap(([name, { label }]) => (before.get(name)?.label === label ? [] : name)),
  );
  // Between unchanged releases every need is filled as before.
  if (changed.size === 0) return [];
  return [...releases].flatMap(([user, { release }]) => {
    const isNew = changed.has(user);
    const broken = listNeeds(release).filter((need) => isBroken(need, { isNew, releases, before }));
    return broken
      .filter((need) => !isPartOfAnother(need, broken))
      .map((need): BrokenNeed => {
        const [provider] = listProviders(need, before).filter((one) => changed.has(one) && releases.has(one));
        return { need, user, provider };
      });
  });
}

/** The findings about {@link listBrokenNeeds}. A field that is missing because it is misspelt is reported with the unknown field. */
export function findBrokenNeeds(set: NeedsSet): SetFinding[] {
  const { releases, candidates } = set;
  const explained = new Set<string>();
  return listBrokenNeeds(set).flatMap(({ need, user, provider }): SetFinding[] => {
    const owner = provider === undefined ? undefined : candidates.get(provider);
    if (need.kind === "event" && need.field !== undefined && owner && sendsUnknownField(owner.release, need.event))
      return [];
    const own = releases.get(user)?.label ?? user;
    return [
      {
        release: (provider !== undefined && releases.get(provider)?.label) || own,
        ...((provider === undefined || provider === user) && toPlace(need, candidates.get(user))),
        problem: describeUnfilled(need, own, releases),
        change: provider === undefined ? toOwnChange(need) : toChange(need, { user, provider, set, explained }),
      },
    ];
  });
}

/** The place in the sources of a release that has a need, if they are known. */
function toPlace(need: Need, candidate: CheckedRelease | undefined): Place {
  if (!candidate) return {};
  if (need.kind !== "slot") return findQuoted(candidate.sourceRoot, need.event) ?? {};
  const [, expose] = need.where.split("/");
  return {
    ...(expose !== undefined && { file: `src/exposes/${expose}.tsx` }),
    ...findQuoted(candidate.sourceRoot, `${need.owner}/${need.key}`),
  };
}

/** Whether an empty slot or a missing expose is reported with the needs of the set. */
export function isFoundAsNeed(
  set: Pick<CheckedSet, "releases" | "before">,
  { where, owner, key, variant }: Partial<NonNullable<EmptySlot["lacks"]>>,
): boolean {
  return listBrokenNeeds(set).some(
    ({ need }) =>
      need.kind === "slot" &&
      need.owner === owner &&
      need.key === key &&
      (where === undefined || need.where === where) &&
      (variant === undefined || need.variant === undefined || need.variant === variant),
  );
}

/** The names, as announcements write them, of a package's former offers that others of the set need. */
export function listMissed(set: Pick<CheckedSet, "releases" | "before">, name: PackageName): string[] {
  return listBrokenNeeds(set)
    .filter(({ user, provider }) => provider === name && user !== name)
    .flatMap(({ need }) => toOfferKeys(need));
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

/** @param explained the removals whose steps an earlier finding explains */
function toChange(
  need: Need,
  {
    user,
    provider,
    set,
    explained,
  }: { user: PackageName; provider: PackageName; set: NeedsSet; explained: Set<string> },
): string {
  // A need of a release of itself is corrected in that release.
  if (user === provider)
    return need.kind === "slot"
      ? `Keep it, or take its slot out of ${need.where}.`
      : `${need.kind === "event" ? "Send" : "Hear"} it as before, or do without it.`;
  const keep = { slot: "Keep it in", event: "Send it from", request: "Hear it in" }[need.kind];
  const without = { slot: "does not ask for it", event: "does without it", request: "does not send it" }[need.kind];
  const change = `${keep} ${provider}, or promote a release of ${user} that ${without} first.`;
  const key = findUnannounced(need, provider, set);
  if (key === undefined || explained.has(`${provider} ${key}`)) return change;
  explained.add(`${provider} ${key}`);
  return `${change} To remove it, also ${toRemoval(key)}`;
}

/** The name of the offer that a published release removed without an announcement of the replaced release. */
function findUnannounced(need: Need, provider: PackageName, { releases, replaced }: NeedsSet): string | undefined {
  const [before, after] = [replaced?.get(provider)?.release, releases.get(provider)?.release];
  if (!before || !after?.surface) return undefined;
  const [had, has] = [before, after].map((one) => new Set(listOffers(one).map(({ key }) => key)));
  const gone = toOfferKeys(need).find((key) => had?.has(key) && !has?.has(key));
  return gone === undefined || isAnnounced(before, gone) ? undefined : gone;
}

function toOwnChange(need: Need): string {
  return need.kind === "slot"
    ? "Name an island and a variant that are there, or promote the release that has them first."
    : "Do without it, or promote a release that has it first.";
}
