import * as v from "valibot";
import { countryRules } from "./country-rule.ts";
import { regionSchema } from "./region.ts";

/**
 * Where the browser learns what a page cannot say, because a page is one for everybody under the same rule. Asked only
 * where it matters, and never kept.
 */
export const visitorPath = "/api/visitor";

/** What it answers; `null` where nobody knows. */
export const visitorAnswerSchema = v.object({
  /** ISO 3166. */
  country: v.nullable(v.string()),
  /** Without the country: `ON`. */
  region: v.nullable(v.string()),
  rule: v.picklist([...countryRules, "denied"]),
  /** The site of the visitor's own country, when that is another one (B150). */
  mainSite: v.nullable(v.pick(regionSchema, ["id", "countryName", "imagePath"])),
});
export type VisitorAnswer = v.InferOutput<typeof visitorAnswerSchema>;
