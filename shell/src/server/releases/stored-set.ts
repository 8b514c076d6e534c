import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { isPackageName } from "@site/contracts/names/package-name";
import { isRecord } from "@site/contracts/wire/wire-schema";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { versionSchema } from "@site/contracts/releases/release";
import { type ReleaseSet, releaseSetSchema } from "@site/contracts/releases/release-set";
import * as v from "valibot";
import { toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { toJsonObject } from "@site/contracts/signing/json-object";

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
