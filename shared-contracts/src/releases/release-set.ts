import * as v from "valibot";
import { toReleasePath } from "./browser-set.ts";
import { digestSchema } from "./digest-schema.ts";
import { isPackageName, type PackageName } from "../names/package-name.ts";
import { versionSchema } from "./release.ts";
import { packageNameSchema } from "../names/island-name.ts";
import { isRecord } from "../wire/wire-schema.ts";

/** The version of each package of a set, by name. The layout of its shell lists the packages that a set needs. */
const versionsSchema = v.pipe(
  // valibot's record schema skips keys such as `__proto__`; a set that has one must be refused.
  v.custom<Record<string, unknown>>(
    (input) => isRecord(input) && Object.keys(input).every(isPackageName),
    "expected versions by package name",
  ),
  v.record(packageNameSchema, versionSchema),
);
export type SetVersions = v.InferOutput<typeof versionsSchema>;

/** A release set at its revision in a channel. `id` is the hash of the versions, after which servers name their builds. */
export const releaseSetSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  versions: versionsSchema,
  /** The digests of the releases' manifests, by package: they identify the releases, versions only label them. */
  digests: v.record(v.string(), digestSchema),
});
export type ReleaseSet = v.InferOutput<typeof releaseSetSchema>;

/**
 * The address a browser file of a release is served at.
 * @param file its path in the release: `browser/entry.js`
 */
export function toReleaseUrl(name: PackageName, version: string, file: string): string {
  return `${toReleasePath(name, version)}${file.replace(/^browser\//, "")}`;
}
