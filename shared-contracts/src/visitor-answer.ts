import type { CountryRule } from "./country-rule.ts";
import type { RegionId } from "./region.ts";
import * as v from "./shape.ts";

/**
 * Where the browser learns what a page cannot say, because a page is one for everybody under the same rule. Asked only
 * where it matters, and never kept.
 */
export const visitorPath = "/api/visitor";

/** What it answers; `null` where nobody knows. The server writes it from this type, and the browser pays for every check. */
export const visitorAnswerSchema = v.object({
  /** ISO 3166. */
  country: v.nullable(v.string()),
  /** Without the country: `ON`. */
  region: v.nullable(v.string()),
  rule: v.custom<CountryRule | "denied">((input) => typeof input === "string"),
  /** The site of the visitor's own country, when that is another one and this site offers it (B150). */
  mainSite: v.nullable(v.object({ id: v.custom<RegionId>((input) => typeof input === "string"), countryName: v.string(), imagePath: v.string() })),
});
export type VisitorAnswer = v.InferOutput<typeof visitorAnswerSchema>;
