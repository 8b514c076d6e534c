import * as v from "valibot";

/** What a visitor's country means here (B133). `ontario` is Canada's region ON. */
export const countryRules = ["none", "warning", "blocked", "ontario"] as const;
export type CountryRule = (typeof countryRules)[number];

/** One line of the geolocation rules. The key is an ISO 3166 country, or `CA-ON` for Ontario. */
export const geoRulesSchema = v.strictObject({
  rules: v.record(
    v.pipe(v.string(), v.regex(/^[A-Z]{2}(-[A-Z]{2})?$/, "expected a country such as US, or CA-ON")),
    v.strictObject({ ruleType: v.picklist(["BLOCKED", "WARNING", "DENIED"]) }),
  ),
});
export type GeoRules = v.InferOutput<typeof geoRulesSchema>;
