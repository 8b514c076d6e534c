import type { CountryRule } from "./country-rule.ts";
import type { RegionId } from "../site/region.ts";
import * as wire from "../wire/wire-schema.ts";

/** What the address `visitorPath` answers; `null` where it is not known. The server writes it from this type; every check costs the browser bytes. */
export const visitorAnswerSchema = wire.object({
  /** ISO 3166. */
  country: wire.nullable(wire.string()),
  /** Without the country: `ON`. */
  region: wire.nullable(wire.string()),
  rule: wire.custom<CountryRule | "denied">((input) => typeof input === "string"),
  /** A notice that is due beside the rule: Ontario's, where a rule of the operator's blocks or denies (B143). */
  notice: wire.optional(wire.custom<"ontario">((input) => input === "ontario")),
  /** The site of the visitor's own country, when that is another one and this site offers it (B150). */
  mainSite: wire.nullable(
    wire.object({
      id: wire.custom<RegionId>((input) => typeof input === "string"),
      countryName: wire.string(),
      imagePath: wire.string(),
    }),
  ),
});
export type VisitorAnswer = wire.InferOutput<typeof visitorAnswerSchema>;
