import { isDeepStrictEqual } from "node:util";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { type Guard, type PlannedChannels, pickShare, type ShareStep, toPlanned } from "../releases/channels.ts";
import type { ChannelAction } from "../releases/release-records.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { assertNotFrozen, assertNotPinned, listCanaryPackages, type PlannedSets, toPromoted } from "./channel-rules.ts";
import { type Move, planMove } from "./promote.ts";

/** A change of the canary, the previews, the pins, the freeze or the guards. */
export type ChannelChange =
  | {
      kind: "canary-start";
      changes: SetVersions;
      percent: number;
      /** The first bucket of the share. */
      first: number;
      steps?: readonly ShareStep[];
    }
  | { kind: "canary-share"; percent: number }
  | { kind: "canary-stop" }
  | { kind: "preview"; name: string; changes: SetVersions }
  | { kind: "preview-end"; name: string }
  | { kind: "pin"; name: PackageName; why: string; until: string }
  | { kind: "unpin"; name: PackageName }
  | { kind: "freeze"; why: string }
  | { kind: "thaw" }
  | ({ kind: "guard" } & Guard)
  | { kind: "unguard"; publicKey: string };

type ChangeOf<K extends ChannelAction> = Extract<ChannelChange, { kind: K }>;

interface Scene {
  stable: SetVersions;
  before: RevisionRecord;
  planned: PlannedChannels;
  now: Date;
}

type Plan<K extends ChannelAction> = (change: ChangeOf<K>, scene: Scene) => PlannedChannels;

/** The channels after each kind of change. */
const plans: { [K in ChannelAction]: Plan<K> } = {
  "canary-start": ({ changes, percent, first, steps }, { stable, before, planned, now }) => {
    if (planned.canary)
      throw new SiteError("CANARY_RUNNING", {
        packages: listCanaryPackages(stable, planned.canary.versions).join(", "),
      });
    const channels = before.channels ?? {};
    assertNotFrozen(channels);
    assertNotPinned(channels, stable, changes, now);
    const versions = { ...stable, ...changes };
    if (listCanaryPackages(stable, versions).length === 0)
      throw new SiteError("CANARY_UNCHANGED", { packages: Object.keys(changes).join(", ") });
    const since = now.toISOString();
    return {
      ...planned,
      canary: { versions, percent, first, since, ...(steps && { steps }) },
    };
  },
  "canary-share": ({ percent }, { before, planned, now }) => {
    const canary = requireCanary(planned);
    if (percent > pickShare(canary, now)) assertNotFrozen(before.channels ?? {});
    const { steps: _ended, ...rest } = canary;
    return { ...planned, canary: { ...rest, percent } };
  },
  "canary-stop": (_change, { planned }) => {
    requireCanary(planned);
    const { canary: _ended, ...others } = planned;
    return others;
  },
  preview: ({ name, changes }, { stable, planned, now }) => {
    const versions = { ...stable, ...changes };
    const { previews = {} } = planned;
    if (Object.hasOwn(previews, name) && isDeepStrictEqual(previews[name]?.versions, versions)) return planned;
    return { ...planned, previews: { ...previews, [name]: { versions, since: now.toISOString() } } };
  },
  "preview-end": ({ name }, { planned: { previews = {}, ...others } }) => {
    const { [name]: _ended, ...rest } = previews;
    if (!Object.hasOwn(previews, name))
      throw new SiteError("PREVIEW_UNKNOWN", { name, known: Object.keys(previews).join(", ") || "none" });
    return { ...others, ...(Object.keys(rest).length > 0 && { previews: rest }) };
  },
  pin: ({ name, why, until }, { stable, planned }) => {
    // A growing canary would give more and more visitors another release than the pinned one.
    const tried = planned.canary ? listCanaryPackages(stable, planned.canary.versions) : [];
    if (tried.includes(name)) throw new SiteError("CANARY_RUNNING", { packages: tried.join(", ") });
    return { ...planned, pins: { ...planned.pins, [name]: { why, until } } };
  },
  unpin: ({ name }, { planned: { pins = {}, ...others } }) => {
    const { [name]: _ended, ...rest } = pins;
    return { ...others, ...(Object.keys(rest).length > 0 && { pins: rest }) };
  },
  freeze: ({ why }, { planned, now }) => {
    const { canary, ...others } = planned;
    if (planned.freeze) return planned;
    const frozen = { ...others, freeze: { why, since: now.toISOString() } };
    if (!canary) return frozen;
    // A growing share stays at its present percentage.
    const { steps: _ended, ...rest } = canary;
    return { ...frozen, canary: { ...rest, percent: pickShare(canary, now) } };
  },
  thaw: (_change, { planned: { freeze: _ended, ...others } }) => others,
  guard: ({ owner, publicKey }, { planned }) => ({
    ...planned,
    guards: [...(planned.guards ?? []).filter((one) => one.publicKey !== publicKey), { owner, publicKey }],
  }),
  unguard: ({ publicKey }, { planned: { guards = [], ...others } }) => {
    const [found, another] = guards.filter((one) => publicKey.length >= 4 && one.publicKey.startsWith(publicKey));
    if (!found || another)
      throw new SiteError("GUARD_UNKNOWN", {
        key: publicKey.slice(0, 64),
        known: guards.map((one) => `${one.owner} ${one.publicKey.slice(0, 12)}`).join(", ") || "none",
      });
    const rest = guards.filter((one) => one !== found);
    return { ...others, ...(rest.length > 0 && { guards: rest }) };
  },
};

function requireCanary({ canary }: PlannedChannels): NonNullable<PlannedChannels["canary"]> {
  if (!canary) throw new SiteError("CANARY_NONE", {});
  return canary;
}

/** Leaves expired pins out of the next record. */
function withoutExpired({ pins = {}, ...others }: PlannedChannels, now: Date): PlannedChannels {
  const inForce = Object.entries(pins).filter(([, { until }]) => Date.parse(until) > now.getTime());
  return { ...others, ...(inForce.length > 0 && { pins: Object.fromEntries(inForce) }) };
}

/**
 * Plans a change that leaves the stable set as it is.
 * @throws SiteError `STORE_EMPTY` before the first set, `CANARY_NONE`, `CANARY_RUNNING`, `CANARY_UNCHANGED`, `CHANNEL_FROZEN`, `GUARD_UNKNOWN`, `PACKAGE_PINNED`, `PREVIEW_UNKNOWN`, why a release of a canary that is to grow does not verify, and
 * what `planPromote` throws of releases and sets
 */
export async function planChannels(store: ReleaseStore, change: ChannelChange, now = new Date()): Promise<Move> {
  const before = await requireLive(store);
  const stable = before.set.versions;
  const scene: Scene = { stable, before, planned: toPlanned(before.channels ?? {}), now };
  const channels = withoutExpired(applyChange(change, scene), now);
  if (change.kind === "canary-share") await assertMayGrow(store, scene, channels);
  return planMove(
    store,
    { before, expected: before.set.revision },
    { versions: stable, channels },
    { kind: change.kind },
  );
}

/**
 * Checks that a canary with a larger share has only releases that verify. A smaller share is always allowed.
 * @throws SiteError why a release does not verify, such as `KEY_REVOKED`
 */
async function assertMayGrow(
  store: Pick<ReleaseStore, "check">,
  { stable, planned, now }: Scene,
  { canary }: PlannedChannels,
): Promise<void> {
  if (!canary || !planned.canary || pickShare(canary, now) <= pickShare(planned.canary, now)) return;
  for (const name of listCanaryPackages(stable, canary.versions)) {
    const version = canary.versions[name];
    if (version !== undefined) await store.check(name, version);
  }
}

/** The channels after a change. */
function applyChange<K extends ChannelAction>(change: ChangeOf<K> & { kind: K }, scene: Scene): PlannedChannels {
  return plans[change.kind](change, scene);
}

/**
 * Plans the promote of the canary's set.
 * @throws SiteError `CANARY_NONE`, `CHANNEL_FROZEN`, `PACKAGE_PINNED`
 */
export async function planCanaryPromote(store: ReleaseStore, now = new Date()): Promise<Move> {
  const before = await requireLive(store);
  const { canary } = before.channels ?? {};
  if (!canary) throw new SiteError("CANARY_NONE", {});
  const { canary: _promoted, ...others } = before.channels ?? {};
  const sets: PlannedSets = toPromoted({ ...before, channels: others }, canary.set.versions, now);
  return planMove(store, { before, expected: before.set.revision }, sets, { kind: "promote" });
}

async function requireLive(store: ReleaseStore): Promise<RevisionRecord> {
  const before = await store.current();
  if (!before) throw new SiteError("STORE_EMPTY", {});
  return before;
}
