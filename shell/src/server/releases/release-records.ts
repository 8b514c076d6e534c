import { digestSchema } from "@site/contracts/releases/digest-schema";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { versionSchema } from "@site/contracts/releases/release";
import * as v from "valibot";
import { signaturesSchema } from "@site/contracts/signing/signed-document";
import { storedChannelsSchema } from "./stored-channels.ts";
import { setSchema } from "./stored-set.ts";

const timeSchema = v.pipe(v.string(), v.isoTimestamp());
const revisionSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

/** What the release check found out about one set. It is signed by the check, and part of every record of that set. */
export const verdictSchema = v.strictObject({
  _type: v.literal("verdict"),
  schemaVersion: v.literal(1),
  /** The digest of the set it is about. */
  set: digestSchema,
  /** The sites whose pages were rendered, and the names of the checks that passed. */
  sites: v.array(v.string()),
  checks: v.array(v.string()),
  at: timeSchema,
});
export type Verdict = v.InferOutput<typeof verdictSchema>;

/** A release enters the store: its team signed the manifest, the release check signs this. */
export const admissionSchema = v.strictObject({
  _type: v.literal("admission"),
  schemaVersion: v.literal(1),
  name: packageNameSchema,
  version: versionSchema,
  /** The digest of the manifest. */
  digest: digestSchema,
  /** The team's signatures over the manifest. */
  signatures: signaturesSchema,
  at: timeSchema,
});
export type Admission = v.InferOutput<typeof admissionSchema>;

/** A release leaves the store, signed by an operator. It may be admitted again after that. */
export const removalSchema = v.strictObject({
  _type: v.literal("removal"),
  schemaVersion: v.literal(1),
  name: packageNameSchema,
  version: versionSchema,
  at: timeSchema,
});

/** The kinds of actions that leave the stable set as it is, and change what stands beside it. */
const channelActions = [
  "canary-start",
  "canary-share",
  "canary-stop",
  "preview",
  "preview-end",
  "pin",
  "unpin",
  "freeze",
  "thaw",
  "guard",
  "unguard",
] as const;

/**
 * What a revision is: a promote, or a rollback to the versions of an earlier revision, of one package or of all; a change of what stands
 * beside the stable set; or the return of the canary to the stable set, which a server signs.
 */
const actionSchema = v.variant("kind", [
  v.strictObject({ kind: v.literal("promote") }),
  v.strictObject({ kind: v.literal("rollback"), to: revisionSchema, package: v.exactOptional(packageNameSchema) }),
  v.strictObject({ kind: v.picklist(channelActions) }),
  v.strictObject({ kind: v.literal("canary-return") }),
]);
export type RevisionAction = v.InferOutput<typeof actionSchema>;
export type ChannelAction = (typeof channelActions)[number];

/** One revision of a channel, signed by an operator. Each carries the digest of the one before: none can be exchanged. */
export const setRecordSchema = v.strictObject({
  _type: v.literal("set-record"),
  schemaVersion: v.literal(1),
  channel: v.string(),
  revision: revisionSchema,
  /** The digest of the bytes of the record before; null in the first. */
  previous: v.nullable(digestSchema),
  action: actionSchema,
  set: setSchema,
  /** The envelope of a verdict. It is verified with the record. */
  verdict: v.unknown(),
  /** What stands beside the stable set; absent where there is nothing, as in every record from before there were canaries. */
  channels: v.exactOptional(storedChannelsSchema),
  at: timeSchema,
  why: v.string(),
});
export type SetRecord = v.InferOutput<typeof setRecordSchema>;

/** Of a record in the middle of a chain: what it follows, and when. */
export const recordLinkSchema = v.object({ previous: v.nullable(digestSchema), at: timeSchema });
export type RecordLink = v.InferOutput<typeof recordLinkSchema>;

/** Whether a record is dated before another one. Times are compared as moments: with an offset, an earlier one can look later as it is written. */
export function isDatedBefore(one: Pick<RecordLink, "at">, other: Pick<RecordLink, "at">): boolean {
  // Written so that an invalid time counts as too early.
  return !(Date.parse(one.at) >= Date.parse(other.at));
}
