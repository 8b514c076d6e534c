import { randomInt } from "node:crypto";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { versionSchema } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import * as v from "valibot";
import { toDuration, toDurationText } from "../publishing/duration.ts";
import { toGrowingShare } from "../publishing/growing-share.ts";
import { planCanaryPromote, planChannels } from "../publishing/plan-channels.ts";
import { type Move, planPromote, planRollback, toDifference } from "../publishing/promote.ts";
import { listPins, pickShare } from "../releases/channels.ts";
import { findReasonProblem } from "../releases/reason-rule.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { bucketCount } from "../visitor/bucket.ts";

const revisionSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}$/, "expected a revision, such as 41"),
  v.transform(Number),
);
const percentSchema = v.pipe(
  v.string(),
  v.regex(/^(\d{1,2}|100)$/, "expected a share from 0 to 100"),
  v.transform(Number),
);
const durationSchema = v.pipe(
  v.string(),
  v.check((text) => toDuration(text) !== undefined, "expected a duration, such as 30m, 12h or 7d"),
);
/** How long each share of a canary that grows by itself lasts; nothing for one that stays. */
const stepSchema = v.optional(
  v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => undefined),
    ),
    durationSchema,
  ]),
);

/** Releases, each of another package: `content@1.0.0-3f2a9c0d11aa`, several with commas. */
const releasesSchema = v.pipe(
  v.string("choose at least one release"),
  v.transform((text) => text.split(",").map((one) => one.split("@"))),
  v.array(v.strictTuple([packageNameSchema, versionSchema]), "expected releases, such as content@1.0.0-3f2a9c0d11aa"),
  v.check((all) => new Set(all.map(([name]) => name)).size === all.length, "choose one release of each package"),
  v.transform((all): SetVersions => Object.fromEntries(all)),
);
/** Releases as the form of an action names them. */
const toReleaseList = (versions: SetVersions): string => toLabels(versions).join(",");
const toLabels = (versions: SetVersions): string[] =>
  Object.entries(versions).map(([name, version]) => `${name}@${version}`);

/** An action as the fields of its form say it. */
export const actionSchema = v.variant("kind", [
  v.object({ kind: v.literal("promote"), with: releasesSchema }),
  v.object({ kind: v.literal("rollback"), name: v.optional(packageNameSchema), to: v.optional(revisionSchema) }),
  v.object({ kind: v.literal("pin"), name: packageNameSchema, for: durationSchema }),
  v.object({ kind: v.literal("unpin"), name: packageNameSchema }),
  v.object({ kind: v.literal("freeze") }),
  v.object({ kind: v.literal("thaw") }),
  v.object({ kind: v.literal("canary-start"), with: releasesSchema, percent: percentSchema, step: stepSchema }),
  v.object({ kind: v.literal("canary-share"), percent: percentSchema }),
  v.object({ kind: v.literal("canary-stop") }),
  v.object({ kind: v.literal("canary-promote") }),
]);
export type Action = v.InferOutput<typeof actionSchema>;
export type ActionKind = Action["kind"];

/** The most characters of a reason from the console: it is a part of the address of the prepared action. */
export const maxPreparedReason = 300;

/** A reason, which is pasted into a terminal with the command: the rule is that of the command line. */
export const reasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => findReasonProblem(text, maxPreparedReason) === undefined,
    ({ input }) => findReasonProblem(input, maxPreparedReason) ?? "",
  ),
);

/** What an action would change, and the command that does it. */
export interface PreparedAction {
  move: Move;
  command: string;
}

/**
 * Plans an action as the command's dry run does. Nothing is changed: only an operator's key, which no server has, can sign a revision.
 * @throws SiteError what `planPromote`, `planRollback` and `planChannels` throw
 */
export async function prepareAction(store: ReleaseStore, action: Action, why: string): Promise<PreparedAction> {
  const move = await planAction(store, action, why);
  const words = [...toWords(action), "--expect", String(move.expected), "--why", why];
  return { move, command: `npm run -s site -- ${words.map(quote).join(" ")}` };
}

function planAction(store: ReleaseStore, action: Action, why: string): Promise<Move> {
  switch (action.kind) {
    case "promote":
      return planPromote(store, action.with);
    case "rollback":
      return planRollback(store, {
        ...(action.name !== undefined && { package: action.name }),
        ...(action.to !== undefined && { revision: action.to }),
      });
    case "pin": {
      const until = new Date(Date.now() + (toDuration(action.for) ?? 0)).toISOString();
      return planChannels(store, { kind: "pin", name: action.name, why, until });
    }
    case "canary-start":
      return planChannels(store, {
        kind: "canary-start",
        changes: action.with,
        first: randomInt(bucketCount),
        ...(action.step === undefined
          ? { percent: action.percent }
          : toGrowingShare(toDuration(action.step) ?? 0, new Date())),
      });
    case "canary-promote":
      return planCanaryPromote(store);
    case "freeze":
      return planChannels(store, { kind: "freeze", why });
    default:
      return planChannels(store, action);
  }
}

/** The words of the command behind `site`. */
function toWords(action: Action): string[] {
  switch (action.kind) {
    case "promote":
      return ["promote", ...toLabels(action.with)];
    case "rollback":
      return [
        "rollback",
        ...(action.name === undefined ? [] : [action.name]),
        ...(action.to === undefined ? [] : ["--to", String(action.to)]),
      ];
    case "pin":
      return ["pin", action.name, "--for", action.for];
    case "unpin":
      return ["unpin", action.name];
    case "canary-start":
      return [
        "canary",
        "start",
        ...toLabels(action.with),
        ...(action.step === undefined ? ["--percent", String(action.percent)] : ["--step", action.step]),
      ];
    case "canary-share":
      return ["canary", "share", String(action.percent)];
    case "canary-stop":
      return ["canary", "stop"];
    case "canary-promote":
      return ["canary", "promote"];
    default:
      return [action.kind];
  }
}

/** Quotes a word for a shell: inside single quotes only the quote itself has a meaning. */
export function quote(word: string): string {
  return /^[\w@./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** An action that a link asks for. What its form asks for is not in it yet. */
export interface AskedAction {
  kind: ActionKind;
  /** Releases, several with commas. */
  with?: string;
  name?: string;
  to?: number;
  percent?: number;
  for?: string;
}

/** The action that undoes a revision, from the records as they were then; undefined when no single action can. @param before the revision before it */
export function toUndo(
  { action, channels, at }: Pick<RevisionRecord, "action" | "channels" | "at">,
  before: RevisionRecord,
): AskedAction | undefined {
  const then = new Date(at);
  const { canary } = before.channels ?? {};
  switch (action?.kind) {
    case "canary-start":
      return { kind: "canary-stop" };
    case "canary-share":
      return canary && { kind: "canary-share", percent: pickShare(canary, then) };
    case "canary-stop":
    case "canary-return": {
      const changes = canary ? toDifference(before.set.versions, canary.set.versions) : [];
      const tried = changes.flatMap(({ name, after }) => (after === undefined ? [] : [[name, after] as const]));
      if (!canary || tried.length === 0 || tried.length < changes.length) return undefined;
      return { kind: "canary-start", with: toReleaseList(Object.fromEntries(tried)), percent: pickShare(canary, then) };
    }
    case "pin": {
      const name = Object.keys(channels?.pins ?? {}).find((one) => before.channels?.pins?.[one] === undefined);
      return name === undefined ? undefined : { kind: "unpin", name };
    }
    case "unpin": {
      const [name, pin] =
        listPins(before.channels ?? {}, then).find(([one]) => channels?.pins?.[one] === undefined) ?? [];
      if (name === undefined || !pin) return undefined;
      return { kind: "pin", name, for: toDurationText(Date.parse(pin.until) - then.getTime()) };
    }
    case "freeze":
      return { kind: "thaw" };
    case "thaw":
      return { kind: "freeze" };
    case undefined:
    case "promote":
    case "rollback":
      return { kind: "rollback", to: before.set.revision };
    default:
      return undefined;
  }
}
