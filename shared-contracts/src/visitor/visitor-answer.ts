import type { CountryRule } from "./country-rule.ts";
import type { RegionId } from "../site/region.ts";
import * as v from "../wire/wire-schema.ts";

/** What the address `visitorPath` answers; `null` where it is not known. The server writes it from this type; every check costs the browser bytes. */
export const visitorAnswerSchema = v.object({
  /** ISO 3166. */
  country: v.nullable(v.string()),
  /** Without the country: `ON`. */
  region: v.nullable(v.string()),
  rule: v.custom<CountryRule | "denied">((input) => typeof input === "string"),
  /** A notice that is due beside the rule: Ontario's, where a rule of the operator's blocks or denies (B143). */
  notice: v.optional(v.custom<"ontario">((input) => input === "ontario")),
  /** The site of the visitor's own country, when that is another one and this site offers it (B150). */
  mainSite: v.nullable(
    v.object({
      id: v.custom<RegionId>((input) => typeof input === "string"),
      countryName: v.string(),
      imagePath: v.string(),
    }),
  ),
});
export type VisitorAnswer = v.InferOutput<typeof visitorAnswerSchema>;
