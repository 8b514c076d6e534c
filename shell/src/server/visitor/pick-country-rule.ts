import type { CountryRule, GeoRules } from "@site/contracts/country-rule";
import type { Place } from "./edge-headers.ts";

/** What a place means for a visitor, or `denied` for the 403 page (B133, B143, B153). An unknown place means nothing. */
export function pickCountryRule({ country, region }: Place, { rules }: GeoRules): CountryRule | "denied" {
  if (country === undefined) return "none";
  if (country === "CA" && region === "ON") return "ontario";
  const rule = rules[region === undefined ? country : `${country}-${region}`] ?? rules[country];
  switch (rule?.ruleType) {
    case "BLOCKED":
      return "blocked";
    case "WARNING":
      return "warning";
    case "DENIED":
      return "denied";
    case undefined:
      return "none";
  }
}
