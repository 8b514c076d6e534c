import * as v from "valibot";
import { isAddressRange } from "./address-range.ts";

/** What a visitor's country means here (B133). `ontario` is Canada's region ON. */
export const countryRules = ["none", "warning", "blocked", "ontario"] as const;
export type CountryRule = (typeof countryRules)[number];

/**
 * The geolocation rules. The key of a line is an ISO 3166 country, or `CA-ON` for Ontario. A visitor whose address is in
 * the whitelist is under no rule at all (B138, B154).
 */
export const geoRulesSchema = v.strictObject({
  rules: v.record(
    v.pipe(v.string(), v.regex(/^[A-Z]{2}(-[A-Z]{2})?$/, "expected a country such as US, or CA-ON")),
    v.strictObject({ ruleType: v.picklist(["BLOCKED", "WARNING", "DENIED"]) }),
  ),
  whitelist: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check(isAddressRange, "expected an address such as 203.0.113.7, or a range such as 203.0.113.0/24"),
        ),
      ),
      v.maxLength(1000),
    ),
  ),
});
export type GeoRules = v.InferOutput<typeof geoRulesSchema>;
