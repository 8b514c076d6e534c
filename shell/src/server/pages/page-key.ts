import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";

/** All that a page variant depends on: enumerated values, never a raw header. */
export interface PageKey {
  /** The localized path, such as `/en/about-us/`, or `error:404` for the page of an error. */
  page: string;
  locale: string;
  rule: CountryRule;
}

/** A page key as a map's key. */
export function toKeyString({ page, locale, rule }: PageKey): string {
  return `${locale}|${rule}|${page}`;
}

/** The page of a page key as {@link toKeyString} writes it. */
export function toPage(key: string): string {
  return key.split("|").slice(2).join("|");
}

/** The country rule of a page key as {@link toKeyString} writes it; `none` for a text that is no key. */
export function toRule(key: string): CountryRule {
  const [, written] = key.split("|", 2);
  return countryRules.find((rule) => rule === written) ?? "none";
}
