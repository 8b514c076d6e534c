import type { CountryRule, GeoRules } from "@site/contracts/country-rule";
import type { Place } from "./edge-headers.ts";

/** What a place means for a visitor, or `denied` for the 403 page (B133, B143, B153). An unknown place means nothing. */
export function pickCountryRule({ country, region }: Place, { rules }: GeoRules): CountryRule | "denied" {
  if (country === undefined) return "none";
  const rule = rules[region === undefined ? country : `${country}-${region}`] ?? rules[country];
  if (rule?.ruleType === "BLOCKED") return "blocked";
  if (rule?.ruleType === "DENIED") return "denied";
  if (country === "CA" && region === "ON") return "ontario";
  return rule?.ruleType === "WARNING" ? "warning" : "none";
}
