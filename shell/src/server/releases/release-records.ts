import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { isPackageName } from "@site/contracts/names/package-name";
import { isRecord } from "@site/contracts/wire/wire-schema";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { versionSchema } from "@site/contracts/releases/release";
import { type ReleaseSet, releaseSetSchema } from "@site/contracts/releases/release-set";
import * as v from "valibot";
import { signaturesSchema, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { toJsonObject } from "@site/contracts/signing/json-object";

const timeSchema = v.pipe(v.string(), v.isoTimestamp());
const revisionSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

/** What a set is made of: of each package one release, by the digest of its manifest. The version is a label. */
export const setSchema = v.strictObject({
  schemaVersion: v.literal(1),
  packages: v.pipe(
    // `v.record` ignores keys such as `__proto__`, so they are refused here.
    v.custom<Record<string, unknown>>(
      (input) => isRecord(input) && Object.keys(input).every(isPackageName),
      "expected releases by package name",
    ),
    v.record(packageNameSchema, v.strictObject({ digest: digestSchema, version: versionSchema })),
  ),
});
export type StoredSet = v.InferOutput<typeof setSchema>;

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

/** What a revision is: a promote, or a rollback to the versions of an earlier revision, of one package or of all. */
const actionSchema = v.variant("kind", [
  v.strictObject({ kind: v.literal("promote") }),
  v.strictObject({ kind: v.literal("rollback"), to: revisionSchema, package: v.exactOptional(packageNameSchema) }),
]);
export type RevisionAction = v.InferOutput<typeof actionSchema>;

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
  at: timeSchema,
  why: v.string(),
});
export type SetRecord = v.InferOutput<typeof setRecordSchema>;

/** Of a record in the middle of a chain: what it follows, and when. */
export const linkSchema = v.object({ previous: v.nullable(digestSchema), at: timeSchema });
export type Link = v.InferOutput<typeof linkSchema>;

/** The digest of a set. It depends on the releases of the packages alone, not on their order or the revision. */
export function toSetDigest(set: StoredSet): Digest {
  return toDigest(toCanonicalBytes(toJsonObject(set)));
}

/** A stored set at its revision, as pages and servers know it. `id` is the start of the set's digest. */
export function toReleaseSet(set: StoredSet, revision: number): ReleaseSet {
  const packages = Object.entries(set.packages);
  return v.parse(releaseSetSchema, {
    id: toSetDigest(set).slice(0, 16),
    revision,
    versions: Object.fromEntries(packages.map(([name, { version }]) => [name, version])),
    digests: Object.fromEntries(packages.map(([name, { digest }]) => [name, digest])),
  });
}
