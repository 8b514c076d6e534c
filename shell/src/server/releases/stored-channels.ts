import { isPackageName, mayBeKey } from "@site/contracts/names/package-name";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { isRecord } from "@site/contracts/wire/wire-schema";
import * as v from "valibot";
import { bucketCount } from "../visitor/bucket.ts";
import { maxReasonLength } from "./reason-length.ts";
import { setSchema } from "./stored-set.ts";
import { ownerPattern } from "./trust/owner-name.ts";

const timeSchema = v.pipe(v.string(), v.isoTimestamp());
const reasonSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(maxReasonLength));

/** Previews that a record can name: each is a whole set. */
const maxPreviews = 16;

/** Servers that may return a canary to the stable set. */
const maxGuards = 64;

/** A set beside the stable one, with the envelope of the verdict over it. The verdict is verified with the record. */
const besideSchema = {
  set: setSchema,
  verdict: v.unknown(),
  since: timeSchema,
};

/** A record whose keys are names of packages. `v.record` ignores keys such as `__proto__`, so they are refused first. */
function byPackage<T extends v.GenericSchema>(value: T) {
  return v.pipe(
    v.custom<Record<string, unknown>>(
      (input) => isRecord(input) && Object.keys(input).every(isPackageName),
      "expected values by package name",
    ),
    v.record(packageNameSchema, value),
  );
}

/** The name of a preview, without `preview/`: at most 40 lower-case letters, digits and hyphens. */
export const previewNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, "expected lower-case letters, digits and hyphens, at most 40"),
  v.check(mayBeKey, "expected another name, because no preview may be named constructor or prototype"),
);

/** A server that may return the canary to the stable set, by the public half of its own key. */
const guardSchema = v.strictObject({
  owner: v.pipe(v.string(), v.regex(ownerPattern, "expected a name of 1 to 80 characters")),
  publicKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "expected 64 hexadecimal digits")),
});

export const shareSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(bucketCount));

/**
 * What stands beside the stable set. Each record has all of it, so that a server needs the newest record only, and the compare-and-swap of
 * the log decides between two operators.
 */
export const storedChannelsSchema = v.strictObject({
  canary: v.exactOptional(
    v.strictObject({
      ...besideSchema,
      /** The share of visitors, in percent: so many buckets, from the first one on. */
      percent: shareSchema,
      /** Later shares, each from a moment on, ascending: a server reads its share from the record and the clock, also after a restart. */
      steps: v.exactOptional(
        v.pipe(v.array(v.strictObject({ percent: shareSchema, from: timeSchema })), v.maxLength(20)),
      ),
      /** The first bucket of the share. It differs from canary to canary, so that not the same visitors get all of them. */
      first: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(bucketCount - 1)),
    }),
  ),
  /** Sets that no visitor is assigned to, by name. */
  previews: v.exactOptional(
    v.pipe(
      v.custom<Record<string, unknown>>(
        (input) =>
          isRecord(input) &&
          Object.keys(input).length <= maxPreviews &&
          Object.keys(input).every((name) => v.is(previewNameSchema, name)),
        `expected at most ${maxPreviews} sets by the names of previews`,
      ),
      v.record(previewNameSchema, v.strictObject(besideSchema)),
    ),
  ),
  /** Packages that stay at their release until a moment. */
  pins: v.exactOptional(byPackage(v.strictObject({ why: reasonSchema, until: timeSchema }))),
  /** While it is there, nothing moves but rollbacks. */
  freeze: v.exactOptional(v.strictObject({ why: reasonSchema, since: timeSchema })),
  guards: v.exactOptional(v.pipe(v.array(guardSchema), v.maxLength(maxGuards))),
});
export type StoredChannels = v.InferOutput<typeof storedChannelsSchema>;
