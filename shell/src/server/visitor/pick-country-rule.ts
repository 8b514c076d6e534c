import type { CountryRule, GeoRules } from "@site/contracts/visitor/country-rule";
import type { RegionId } from "@site/contracts/site/region";
import { canadianSite } from "../../layout/region-path.ts";
import type { Place } from "./edge-headers.ts";

/** Whether a place is Ontario: Canada's region ON (B143, B152). */
export function isOntario({ country, region }: Place): boolean {
  return country === "CA" && region === "ON";
}

/**
 * The country rule for a place on a site, or `denied` for the 403 page (B133, B143, B153); `none` for an unknown place. A page shows one notice:
 * Ontario's own takes precedence over a warning, except on the Canadian site, which has no notice for Ontario.
 */
export function pickCountryRule(
  place: Place,
  { rules }: Pick<GeoRules, "rules">,
  siteId: RegionId,
): CountryRule | "denied" {
  const { country, region } = place;
  if (country === undefined) return "none";
  const type = (rules[region === undefined ? country : `${country}-${region}`] ?? rules[country])?.ruleType;
  if (type === "BLOCKED") return "blocked";
  if (type === "DENIED") return "denied";
  const isWarned = type === "WARNING";
  if (isOntario(place) && !(isWarned && siteId === canadianSite)) return "ontario";
  return isWarned ? "warning" : "none";
}

/** Rules from the strictest to the most lenient. */
const byStrictness: readonly (CountryRule | "denied")[] = ["denied", "blocked", "ontario", "warning", "none"];

/** The strictest rule of the places a request may come from; when the place is unreadable, of all places with a rule. */
export function pickStrictestRule(
  places: readonly Place[] | "unreadable",
  geoRules: Pick<GeoRules, "rules">,
  siteId: RegionId,
): CountryRule | "denied" {
  const possible = places === "unreadable" ? Object.keys(geoRules.rules).map(toRuledPlace) : places;
  const rules = new Set(possible.map((place) => pickCountryRule(place, geoRules, siteId)));
  return byStrictness.find((rule) => rules.has(rule)) ?? "none";
}

/** The place of a rule's key, such as `US` or `CA-ON`. */
function toRuledPlace(key: string): Place {
  const [country, region] = key.split("-");
  return { country, region };
}
