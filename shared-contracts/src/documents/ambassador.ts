import * as v from "valibot";

/** One brand ambassador. Portraits are monograms, so a name and a slug are all there is. */
export const ambassadorSchema = v.strictObject({
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "a slug is kebab-case"), v.maxLength(60)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60), v.regex(/^[^<>]*$/, "a name is plain text")),
});
export type Ambassador = v.InferOutput<typeof ambassadorSchema>;

/** The body of `GET /api/brand-ambassador` (B051). */
export const ambassadorsSchema = v.pipe(
  v.strictObject({ ambassadors: v.pipe(v.array(ambassadorSchema), v.maxLength(100)) }),
  v.check(
    ({ ambassadors }) => new Set(ambassadors.map((one) => one.slug)).size === ambassadors.length,
    "two ambassadors share a slug",
  ),
);
export type Ambassadors = v.InferOutput<typeof ambassadorsSchema>;
