import * as v from "valibot";

const textSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** A resource that a build read, as in-toto describes one. */
const resourceSchema = v.strictObject({
  name: textSchema,
  digest: v.pipe(
    v.record(textSchema, v.pipe(v.string(), v.regex(/^[0-9a-f]{40,128}$/, "expected hexadecimal digits"))),
    v.maxEntries(4),
  ),
  /** `uncommitted`: files differed from that commit. */
  annotations: v.optional(v.strictObject({ uncommitted: v.literal(true) })),
});

/**
 * Where a release comes from, with the field names of SLSA's provenance. It has neither times nor paths nor numbers of runs: two builds of one
 * commit by one builder say the same.
 */
export const provenanceSchema = v.strictObject({
  predicateType: v.literal("https://slsa.dev/provenance/v1"),
  buildDefinition: v.strictObject({
    buildType: textSchema,
    externalParameters: v.strictObject({ package: textSchema }),
    /** The sources' commit, and the lockfile. Empty for sources outside of a repository that have no lockfile. */
    resolvedDependencies: v.pipe(v.array(resourceSchema), v.maxLength(8)),
  }),
  runDetails: v.strictObject({
    builder: v.strictObject({
      /** A URI that names who built it. */
      id: v.pipe(v.string(), v.maxLength(500), v.regex(/^[a-z][a-z0-9+.-]*:\S+$/, "expected a URI")),
      /** The versions of the tools that decide what is built. */
      version: v.pipe(v.record(textSchema, textSchema), v.maxEntries(16)),
    }),
  }),
});
export type Provenance = v.InferOutput<typeof provenanceSchema>;
